import { describe, expect, it } from '@jest/globals';
import { SignedXml } from 'xml-crypto';
import { SamlLogoutMessages } from '../../../src/sso/adapters/saml/saml-logout-messages.js';
import type { LogoutRequested } from '../../../src/sso/application/ports/saml-logout.js';
import { FixedClock } from '../../support/fixed-clock.js';
import { ADDRESSES, CONFIG, ISSUER, SIGNER, THREADS, samlConnection, startedLogin, ticketsOf } from '../../support/saml-connection.js';
import { logoutRequestXml, logoutResponseXml, posted, signRoot } from '../../support/saml-messages.js';
import { SigningKeys, serviceKey } from '../../support/service-keys.js';
import { selfSigned } from '../../support/self-signed.js';

const clock = new FixedClock(new Date());
const connection = samlConnection({ signOnBinding: 'post', logoutBinding: 'post', signsRequests: true });
const OURS = selfSigned('headgate.test', { type: 'rsa' });
const OWN = new SigningKeys(serviceKey(OURS));
const logout = new SamlLogoutMessages(CONFIG, THREADS, OWN, ticketsOf(clock), clock);
const STRANGER = selfSigned('attacker.test', { type: 'rsa' });

const receive = (xml: string, kind: 'request' | 'answer' = 'request') =>
  logout.receive(connection, { binding: 'post', kind, message: posted(xml), relayState: 'where' }, '203.0.113.1');
const asked = {
  issuer: ISSUER,
  destination: ADDRESSES.sloUrl,
  subject: 'ines-at-the-provider',
  sessionIndex: '_session-1',
  instant: clock.now(),
};
const request = (change: Partial<typeof asked> = {}): string => logoutRequestXml({ ...asked, ...change });
const signed = (xml: string): string => signRoot(xml, SIGNER);
const xmlIn = (base64: string | undefined): string => Buffer.from(base64 ?? '', 'base64').toString();
const END = '</samlp:LogoutRequest>';

/** As a reader of another make verifies it, with nothing but our certificate. */
function verifies(xml: string): boolean {
  const [signature = ''] = /<ds:Signature .*<\/ds:Signature>/s.exec(xml) ?? [];
  const verifier = new SignedXml({ publicCert: OURS.cert });
  verifier.loadSignature(signature);
  return verifier.checkSignature(xml);
}

describe('A request by a form', () => {
  it('carries our signature right behind its issuer, and the state beside it', async () => {
    const { redirectUrl, form, said } = await startedLogin({ connection, clock, keys: OWN });
    expect(redirectUrl).toBe('https://idp.customer.test/sso?tenant=1');
    const xml = xmlIn(form?.['SAMLRequest']);
    expect(xml).toContain(`ID="${said.inResponseTo}"`);
    expect(xml).toMatch(/<saml:Issuer>[^<]+<\/saml:Issuer><ds:Signature /);
    expect(xml.match(/<ds:Reference URI="([^"]*)"/)?.[1]).toBe(`#${said.inResponseTo}`);
    expect(verifies(xml)).toBe(true);
    expect(verifies(xml.replace('ForceAuthn', 'x').replace('AllowCreate="true"', 'AllowCreate="false"'))).toBe(false);
    expect(`_${form?.['RelayState']}`).toBe(said.inResponseTo);
  });

  it('has no signature where none is wanted, and is none where redirects are', async () => {
    const plain = await startedLogin({ connection: samlConnection({ signOnBinding: 'post' }), clock });
    expect(xmlIn(plain.form?.['SAMLRequest'])).not.toContain('Signature');
    expect((await startedLogin({ clock })).form).toBeNull();
  });
});

describe('A logout that the provider asks for by a form', () => {
  it('says whose session is to end, and is answered by a form', async () => {
    const received = (await receive(signed(request()))) as LogoutRequested;
    expect(received).toMatchObject({ requestId: '_logout-1', subject: 'ines-at-the-provider', providerSessionIds: ['_session-1'] });
    const answer = await logout.answer(connection, received);
    expect([answer?.redirectUrl, answer?.form?.['RelayState']]).toEqual(['https://idp.customer.test/slo', 'where']);
    const xml = xmlIn(answer?.form?.['SAMLResponse']);
    expect(xml).toContain('InResponseTo="_logout-1"');
    expect(verifies(xml)).toBe(true);
  });

  const genuine = signed(request());
  const owner = request({ subject: 'the-owner' });
  const [signature = ''] = /<(\w+:)?Signature .*<\/\1Signature>/s.exec(genuine) ?? [];
  const bare = genuine.replace(signature, '');
  it.each<[string, () => string, string]>([
    ['that is not signed', () => request(), 'SIGNATURE_INVALID'],
    ['that a stranger signed', () => signRoot(request(), STRANGER), 'SIGNATURE_INVALID'],
    ['signed with SHA-1', () => signRoot(request(), SIGNER, 'sha1'), 'ALGORITHM_REFUSED'],
    ['with a digest of SHA-1', () => signRoot(request(), SIGNER, 'sha256', 'sha1'), 'ALGORITHM_REFUSED'],
    ['that was changed since', () => genuine.replace('ines-at-the-provider', 'the-owner'), 'SIGNATURE_INVALID'],
    ['that wraps the signed one', () => owner.replace(END, `${genuine}${END}`), 'SIGNATURE_INVALID'],
    ['that wraps it beside its signature', () => owner.replace(END, `${signature}${bare}${END}`), 'SIGNATURE_INVALID'],
    [
      'whose signature holds the signed one',
      () => owner.replace(END, `${signature.replace(/<\/(\w+:)?Signature>$/, (end) => `<Object>${bare}</Object>${end}`)}${END}`),
      'SIGNATURE_INVALID',
    ],
    ['whose reference is empty', () => genuine.replace(/URI="#[^"]*"/, 'URI=""'), 'SIGNATURE_INVALID'],
    ['whose reference is elsewhere', () => genuine.replace(/URI="#[^"]*"/, 'URI="https://attacker.test/x"'), 'SIGNATURE_INVALID'],
    ['with two references', () => genuine.replace(/<(\w+:)?Reference .*<\/\1Reference>/s, '$&$&'), 'RESPONSE_MALFORMED'],
    ['with another transform', () => genuine.replace(/xmldsig#enveloped-signature/, 'REC-xslt-19991116'), 'ALGORITHM_REFUSED'],
    ['with two signatures', () => genuine.replace(signature, signature + signature), 'SIGNATURE_INVALID'],
    ['of another issuer', () => signed(request({ issuer: 'https://elsewhere.test' })), 'ISSUER_MISMATCH'],
    ['for another connection', () => signed(request({ destination: ADDRESSES.sloUrl.replace('/7/', '/8/') })), 'DESTINATION_MISMATCH'],
    ['for nobody', () => signed(request().replace(/ Destination="[^"]*"/, '')), 'DESTINATION_MISMATCH'],
    ['of yesterday', () => signed(request({ instant: new Date(clock.now().getTime() - 86_400_000) })), 'NOT_TIMELY'],
    ['that is an answer', () => signed(logoutResponseXml(ISSUER)), 'RESPONSE_MALFORMED'],
    ['with a DOCTYPE', () => `<!DOCTYPE x>${genuine}`, 'RESPONSE_MALFORMED'],
    ['of more than 256 KiB', () => genuine.replace(END, `<!--${'x'.repeat(256 * 1024)}-->${END}`), 'RESPONSE_MALFORMED'],
    ['that is no XML', () => 'hello', 'RESPONSE_MALFORMED'],
    ['that is empty', () => '', 'RESPONSE_MALFORMED'],
  ])('%s is refused', async (_what, xml, fault) => {
    expect(signature).not.toBe('');
    await expect(receive(xml())).rejects.toMatchObject({ fault });
  });

  it('cannot be made of what the provider signed for a login', async () => {
    const login = await startedLogin({ clock });
    await expect(receive(signed(login.assertion()))).rejects.toMatchObject({ fault: 'RESPONSE_MALFORMED' });
    await expect(login.identify(genuine)).rejects.toMatchObject({ fault: 'RESPONSE_MALFORMED' });
  });
});

describe('The answer of a provider by a form', () => {
  it('needs its signature, unlike one by redirect', async () => {
    expect(await receive(signed(logoutResponseXml(ISSUER)), 'answer')).toEqual({ kind: 'answer', relayState: 'where' });
    for (const xml of [logoutResponseXml(ISSUER), signRoot(logoutResponseXml(ISSUER), STRANGER)])
      await expect(receive(xml, 'answer')).rejects.toMatchObject({ fault: 'SIGNATURE_INVALID' });
    await expect(receive(signed(request()), 'answer')).rejects.toMatchObject({ fault: 'RESPONSE_MALFORMED' });
  });
});

describe('A logout that begins here, at a provider that takes forms alone', () => {
  const session = { subject: 'ines & co', providerSessionId: '_session-1', idToken: null, returnTo: 'https://app.test/bye' };
  const ticketFor = async (): Promise<string> => {
    const { provider } = await startedLogin({ connection, clock, keys: OWN });
    const url = new URL((await provider.logoutUrl(connection, session)) ?? '');
    expect(url.href).toMatch(/^https:\/\/headgate\.test\/api\/auth\/sso\/7\/logout\?ticket=/);
    expect(decodeURIComponent(url.href)).not.toContain('ines');
    return url.searchParams.get('ticket') ?? '';
  };

  it('comes back here for the form, which names the person and the session', async () => {
    const begun = await logout.begun(connection, await ticketFor());
    expect([begun?.onward.redirectUrl, begun?.onward.form?.['RelayState']]).toEqual(['https://idp.customer.test/slo', session.returnTo]);
    const xml = xmlIn(begun?.onward.form?.['SAMLRequest']);
    expect(xml).toContain('<saml:NameID>ines &amp; co</saml:NameID><samlp:SessionIndex>_session-1</samlp:SessionIndex>');
    expect(verifies(xml)).toBe(true);
  });

  it('has a ticket of this connection, that nobody changed, for a minute', async () => {
    const ticket = await ticketFor();
    expect(await logout.begun({ ...connection, id: 8 }, ticket)).toBeNull();
    expect(
      await logout.begun(
        connection,
        ticket.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      ),
    ).toBeNull();
    expect(await logout.begun(connection, '')).toBeNull();
    clock.advance({ seconds: 61 });
    expect(await logout.begun(connection, ticket)).toBeNull();
  });
});
