import { verify } from 'node:crypto';
import { inflateRawSync, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { SamlLogoutMessages } from '../../../src/sso/adapters/saml/saml-logout-messages.js';
import type { LogoutRequested } from '../../../src/sso/application/ports/saml-logout.js';
import { FixedClock } from '../../support/fixed-clock.js';
import { ADDRESSES, CONFIG, ISSUER, SIGNER, THREADS, samlConnection, startedLogin, ticketsOf } from '../../support/saml-connection.js';
import { logoutRequestXml, logoutResponseXml, redirectQuery, signRoot } from '../../support/saml-messages.js';
import { SigningKeys, serviceKey } from '../../support/service-keys.js';
import { selfSigned } from '../../support/self-signed.js';

const clock = new FixedClock(new Date());
const connection = samlConnection();
const logout = new SamlLogoutMessages(CONFIG, THREADS, new SigningKeys(), ticketsOf(clock), clock);
const STRANGER = selfSigned('attacker.test', { type: 'rsa' });

const receive = (query: string): ReturnType<SamlLogoutMessages['receive']> =>
  logout.receive(connection, { binding: 'redirect', rawQuery: query }, '203.0.113.1');

const asked = {
  issuer: ISSUER,
  destination: ADDRESSES.sloUrl,
  subject: 'ines-at-the-provider',
  sessionIndex: '_session-1',
  instant: clock.now(),
};
const request = (change: Partial<typeof asked> = {}): string => logoutRequestXml({ ...asked, ...change });
const signed = (xml: string): string => redirectQuery('SAMLRequest', xml, SIGNER, { relayState: 'where' });
const minutes = (count: number): Date => new Date(clock.now().getTime() + count * 60_000);

describe('A logout that the provider asks for', () => {
  it('says whose session is to end', async () => {
    expect(await receive(signed(request()))).toEqual({
      kind: 'request',
      requestId: '_logout-1',
      subject: 'ines-at-the-provider',
      providerSessionIds: ['_session-1'],
      relayState: 'where',
      message: { id: '_logout-1', expiresAt: minutes(11) },
    });
  });

  it.each<[string, () => string, string]>([
    ['that is not signed', () => redirectQuery('SAMLRequest', request(), null), 'SIGNATURE_INVALID'],
    ['that a stranger signed', () => redirectQuery('SAMLRequest', request(), STRANGER), 'SIGNATURE_INVALID'],
    ['signed inside, not by the query', () => redirectQuery('SAMLRequest', signRoot(request(), SIGNER), null), 'SIGNATURE_INVALID'],
    ['signed with SHA-1', () => redirectQuery('SAMLRequest', request(), SIGNER, { algorithm: 'sha1' }), 'ALGORITHM_REFUSED'],
    ['whose RelayState was changed', () => signed(request()).replace('RelayState=where', 'RelayState=there'), 'SIGNATURE_INVALID'],
    [
      'with another message put before it',
      () => `${redirectQuery('SAMLRequest', request({ subject: 'the-owner' }), null)}&${signed(request())}`,
      'RESPONSE_MALFORMED',
    ],
    [
      'with another message under an escaped name',
      () => `${redirectQuery('SAMLRequest', request({ subject: 'the-owner' }), null).replace('SAML', 'SAM%4C')}&${signed(request())}`,
      'RESPONSE_MALFORMED',
    ],
    ['that is an answer as well', () => `${signed(request())}&SAMLResponse=x`, 'RESPONSE_MALFORMED'],
    ['that is a request of another kind', () => signed(request().replaceAll('Logout', 'Authn')), 'RESPONSE_MALFORMED'],
    ['in another encoding', () => `${signed(request())}&SAMLEncoding=urn%3Ax`, 'RESPONSE_MALFORMED'],
    ['in a query without end', () => `${signed(request())}&x=${'y'.repeat(64 * 1024)}`, 'RESPONSE_MALFORMED'],
    ['of another issuer', () => signed(request({ issuer: 'https://elsewhere.test' })), 'ISSUER_MISMATCH'],
    ['for another connection', () => signed(request({ destination: ADDRESSES.sloUrl.replace('/7/', '/8/') })), 'DESTINATION_MISMATCH'],
    ['that is eleven minutes old', () => signed(request({ instant: minutes(-11) })), 'NOT_TIMELY'],
    ['that is from the future', () => signed(request({ instant: minutes(2) })), 'NOT_TIMELY'],
    ['that is over', () => signed(request().replace(' Version', ` NotOnOrAfter="${minutes(-2).toISOString()}" Version`)), 'NOT_TIMELY'],
    [
      'of two persons',
      () => signed(request().replace(/<saml:NameID>.*<\/saml:NameID>/, '$&<saml:NameID>the-owner</saml:NameID>')),
      'RESPONSE_MALFORMED',
    ],
    ['of an endless ID', () => signed(request().replace('_logout-1', 'ü'.repeat(513))), 'RESPONSE_MALFORMED'],
    ['that is no XML', () => signed('hello'), 'RESPONSE_MALFORMED'],
    ['that cannot be inflated', () => 'SAMLRequest=AAAA', 'RESPONSE_MALFORMED'],
    ['with nothing in it', () => '', 'RESPONSE_MALFORMED'],
  ])('%s is refused', async (_what, query, fault) => {
    await expect(receive(query())).rejects.toMatchObject({ fault });
  });

  it('that unfolds to more than 256 KiB is refused before it does', async () => {
    const bomb = deflateRawSync(Buffer.alloc(20 * 1024 * 1024, ' ')).toString('base64');
    expect(bomb.length).toBeLessThan(100 * 1024);
    const smaller = deflateRawSync(Buffer.alloc(300 * 1024, ' ')).toString('base64');
    for (const message of [bomb, smaller]) {
      const query = `SAMLRequest=${encodeURIComponent(message)}`;
      await expect(receive(query)).rejects.toMatchObject({ reason: 'cannot be inflated, or is larger than 256 KiB' });
    }
  });

  it('cannot be made of an assertion that the provider signed', async () => {
    const login = await startedLogin();
    const captured = signRoot(login.assertion(), SIGNER);
    const wrapping = request({ subject: 'the-owner' }).replace('</samlp:LogoutRequest>', `${captured}</samlp:LogoutRequest>`);
    await expect(receive(redirectQuery('SAMLRequest', wrapping, null))).rejects.toMatchObject({
      fault: 'SIGNATURE_INVALID',
    });
    await expect(login.identify(wrapping)).rejects.toMatchObject({ fault: 'RESPONSE_MALFORMED' });
  });

  it('is answered where the provider takes answers', async () => {
    const received = (await receive(signed(request()))) as LogoutRequested;
    const url = new URL((await logout.answer(connection, received))?.redirectUrl ?? '');
    expect(url.origin + url.pathname).toBe('https://idp.customer.test/slo');
    expect(url.searchParams.get('RelayState')).toBe('where');
    const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLResponse') ?? '', 'base64')).toString();
    expect(xml).toContain('InResponseTo="_logout-1"');
    expect(xml).toContain('status:Success');
    expect(await logout.answer(samlConnection({ logoutUrl: null }), received)).toBeNull();
  });
});

describe('The query of a logout', () => {
  it('is signed as it is sent, whatever the provider has the answer bring back', async () => {
    const { key: privateKey, cert } = selfSigned('headgate.test', { type: 'rsa' });
    const own = new SigningKeys(serviceKey({ key: privateKey, cert }));
    const signing = new SamlLogoutMessages(CONFIG, THREADS, own, ticketsOf(clock), clock);
    const relayState = `it's (all) "of" <them> & more! *`;
    const asks: LogoutRequested = {
      kind: 'request',
      requestId: '_1',
      subject: 'ines',
      providerSessionIds: [],
      relayState,
      message: { id: '_1', expiresAt: new Date() },
    };
    const url = new URL((await signing.answer(samlConnection({ signsRequests: true }), asks))?.redirectUrl ?? '');
    const [text = '', signature = ''] = url.search.slice(1).split('&Signature=');
    expect(url.searchParams.get('RelayState')).toBe(relayState);
    expect(verify('sha256', Buffer.from(text), cert, Buffer.from(decodeURIComponent(signature), 'base64'))).toBe(true);
  });

  it.each(['constructor', 'toString', '__proto__'])('names no algorithm that is none: %s', async (name) => {
    const query = signed(request()).replace(/SigAlg=[^&]+/, `SigAlg=${name}`);
    await expect(receive(query)).rejects.toMatchObject({ fault: 'ALGORITHM_REFUSED' });
  });
});

describe('A logout that begins here', () => {
  it('names the person and the session to the provider, and comes back with where to go', async () => {
    const { provider } = await startedLogin({ clock });
    const session = { subject: 'ines & co', providerSessionId: '_session-1', returnTo: 'https://app.test/bye' };
    const url = new URL((await provider.logoutUrl(connection, session)) ?? '');
    const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
    expect(xml).toContain('<saml:NameID>ines &#38; co</saml:NameID><samlp:SessionIndex>_session-1</samlp:SessionIndex>');
    expect(url.searchParams.get('RelayState')).toBe('https://app.test/bye');
    expect(await provider.logoutUrl(samlConnection({ logoutUrl: null }), session)).toBeNull();
  });

  it('is believed to have ended nothing more, whatever the answer says', async () => {
    const answer = logoutResponseXml(ISSUER, 'Responder');
    const query = redirectQuery('SAMLResponse', answer, null, { relayState: 'where' });
    expect(await receive(query)).toEqual({ kind: 'answer', relayState: 'where' });
    const another = redirectQuery('SAMLResponse', answer.replaceAll('LogoutResponse', 'Response'), null);
    await expect(receive(another)).rejects.toMatchObject({ fault: 'RESPONSE_MALFORMED' });
    const forged = redirectQuery('SAMLResponse', answer, STRANGER, { relayState: 'where' });
    await expect(receive(forged)).rejects.toMatchObject({ fault: 'SIGNATURE_INVALID' });
  });
});
