import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LogoutNotice } from '../../src/sso/application/ports/logout-tokens.js';
import { Browser } from '../support/browser.js';
import { FixedClock } from '../support/fixed-clock.js';
import { oidcAdapter, oidcConnection } from '../support/oidc-adapter.js';
import { startOidcIdp } from '../support/oidc-idp.js';
import { type ScriptedOidc, type Signer, signer, startScriptedOidc } from '../support/scripted-oidc.js';

type Changes = Readonly<Record<string, unknown>>;

const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const clock = new FixedClock();

let own: Signer;
let forger: Signer;
let idp: ScriptedOidc;
beforeAll(async () => {
  own = await signer('key-1');
  forger = await signer('key-1');
  idp = await startScriptedOidc(clock, own);
});
afterAll(() => idp.close());

function said(changes: Changes = {}): Changes {
  const good = { sub: 'ada', sid: 'session-1', jti: 'notice-1', events: EVENTS, email: undefined, exp: undefined };
  return idp.claims({ ...good, ...changes });
}

async function read(token: string, settings: Parameters<typeof oidcConnection>[1] = {}): Promise<LogoutNotice> {
  const connection = oidcConnection(idp.issuer, settings);
  return oidcAdapter(connection, { clock }).logoutTokens.read(connection, token);
}

const seconds = (offset: number): number => Math.floor(clock.now().getTime() / 1000) + offset;

describe('a logout token', () => {
  it('says whose sessions are over, and by which name it will be known again', async () => {
    const notice = await read(await own.sign(said(), { typ: 'logout+jwt' }));
    expect(notice).toMatchObject({
      subject: 'ada',
      providerSessionId: 'session-1',
      assertion: { id: 'logout notice-1' },
    });
    // For as long as the same token would be believed again.
    expect(notice.assertion.expiresAt.getTime()).toBeGreaterThanOrEqual(clock.now().getTime() + 10 * 60_000);
  });

  it.each<[string, Changes]>([
    ['a session alone', { sub: undefined }],
    ['a person alone', { sid: undefined }],
    ['an expiry', { exp: Math.floor(clock.now().getTime() / 1000) + 60 }],
    ['this client among its audience', { aud: ['another', 'headgate'] }],
  ])('may name %s', async (_what, changes) => {
    await expect(read(await own.sign(said(changes)))).resolves.toMatchObject({ assertion: { id: 'logout notice-1' } });
  });

  it.each<[string, string, Changes]>([
    ['for another client', 'AUDIENCE_MISMATCH', { aud: 'another' }],
    ['without an audience', 'AUDIENCE_MISMATCH', { aud: undefined }],
    ['of another issuer', 'ISSUER_MISMATCH', { iss: 'https://other.example' }],
    ['of no issuer', 'ISSUER_MISMATCH', { iss: undefined }],
    ['without events', 'RESPONSE_MALFORMED', { events: undefined }],
    ['of another event', 'RESPONSE_MALFORMED', { events: { 'http://other.example/event': {} } }],
    ['whose event is no object', 'RESPONSE_MALFORMED', { events: { [Object.keys(EVENTS)[0] ?? '']: true } }],
    ['with a nonce, as an ID token has one', 'RESPONSE_MALFORMED', { nonce: 'a-nonce' }],
    ['with an empty nonce', 'RESPONSE_MALFORMED', { nonce: null }],
    ['without a name of its own', 'RESPONSE_MALFORMED', { jti: undefined }],
    ['with a name that no database can hold', 'RESPONSE_MALFORMED', { jti: 'notice\u0000' }],
    ['with a name that is no text', 'RESPONSE_MALFORMED', { jti: 7 }],
    ['of no person and no session', 'RESPONSE_MALFORMED', { sub: undefined, sid: undefined }],
    ['whose session is no text', 'RESPONSE_MALFORMED', { sid: { $ne: '' } }],
    ['without the time of its making', 'NOT_TIMELY', { iat: undefined }],
  ])('is refused %s', async (_what, fault, changes) => {
    await expect(read(await own.sign(said(changes)))).rejects.toMatchObject({ fault });
  });

  it('is refused more than ten minutes after it was made, from the future, and after its expiry', async () => {
    for (const changes of [{ iat: seconds(-640) }, { iat: seconds(120) }, { exp: seconds(-60) }, { nbf: seconds(60) }]) {
      await expect(read(await own.sign(said(changes)))).rejects.toMatchObject({ fault: 'NOT_TIMELY' });
    }
    await expect(read(await own.sign(said({ iat: seconds(-590) })))).resolves.toMatchObject({ subject: 'ada' });
  });

  it('is refused with the signature of another party, without one, or as a token of another kind', async () => {
    await expect(read(await forger.sign(said()))).rejects.toMatchObject({ fault: 'SIGNATURE_INVALID' });
    const [, payload = ''] = (await own.sign(said())).split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    await expect(read(`${none}.${payload}.`)).rejects.toMatchObject({ fault: 'ALGORITHM_REFUSED' });
    await expect(read(await own.sign(said(), { typ: 'at+jwt' }))).rejects.toMatchObject({
      fault: 'RESPONSE_MALFORMED',
    });
    await expect(read(await own.sign(said({ filler: 'x'.repeat(13_000) })))).rejects.toMatchObject({
      fault: 'RESPONSE_MALFORMED',
    });
    await expect(read('')).rejects.toMatchObject({ fault: 'RESPONSE_MALFORMED' });
  });

  it('of another tenant is refused', async () => {
    await expect(read(await own.sign(said({ tid: 'theirs' })), { tenant: 'ours' })).rejects.toMatchObject({
      fault: 'TENANT_MISMATCH',
    });
  });

  it('is the one that a real provider posts after a logout there', async () => {
    const real = await startOidcIdp({ accounts: [{ sub: 'ada', email: 'ada@corp.example' }], clock });
    const posted: string[] = [];
    const receiver = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => posted.push(chunk.toString()));
      request.on('end', () => response.end());
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    real.backchannelLogoutUri = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const connection = oidcConnection(real.issuer);
    const { provider, logoutTokens } = oidcAdapter(connection, { clock });
    const browser = new Browser();
    const begun = await provider.begin(connection, { state: 's', loginHint: null, forceLogin: false });
    const { url } = await real.logIn(begun.redirectUrl, 'ada', { browser });
    const parameters = url.searchParams;
    const identity = await provider.identify(connection, begun.memory, { type: 'oidc', parameters });
    const returnTo = 'http://headgate.test/';
    const away = await provider.logoutUrl(connection, { subject: 'ada', providerSessionId: null, idToken: null, returnTo });
    await browser.visit(away ?? '', ({ origin }) => origin === 'http://headgate.test');
    const token = new URLSearchParams(posted.join('')).get('logout_token') ?? '';
    await expect(logoutTokens.read(connection, token)).resolves.toMatchObject({
      subject: 'ada',
      providerSessionId: identity.providerSessionId,
    });
    await new Promise((resolve) => receiver.close(resolve));
    await real.close();
  });
});
