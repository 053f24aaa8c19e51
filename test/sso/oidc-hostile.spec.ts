import { createHash, createHmac } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ProtocolMemory } from '../../src/sso/application/ports/identity-provider.js';
import type { AssertedIdentity } from '../../src/sso/domain/asserted-identity.js';
import type { OidcSettings } from '../../src/sso/domain/connection.js';
import { FixedClock } from '../support/fixed-clock.js';
import { CLIENT_SECRET, oidcAdapter, oidcConnection } from '../support/oidc-adapter.js';
import { type ScriptedOidc, type Signer, signer, startScriptedOidc } from '../support/scripted-oidc.js';

type Changes = Readonly<Record<string, unknown>>;

const STATE = 'a-state-of-this-login';
const OTHER = 'https://other.example';

let clock: FixedClock;
let own: Signer;
let forger: Signer;
let idp: ScriptedOidc;
beforeAll(async () => {
  own = await signer('key-1');
  forger = await signer('key-1');
});
beforeEach(async () => {
  clock = new FixedClock();
  idp = await startScriptedOidc(clock, own);
});
afterEach(() => idp.close());

interface Attack {
  readonly settings?: Partial<OidcSettings>;
  readonly forceLogin?: boolean;
  readonly mayBeEarlier?: boolean;
  readonly claims?: Changes;
  readonly header?: Changes;
  /** Instead of the provider's own signature. */
  readonly token?: (claims: Changes) => string | Promise<string>;
  /** Of the callback. */
  readonly parameters?: Readonly<Record<string, string | undefined>>;
}

async function loginWith({
  settings,
  forceLogin = false,
  mayBeEarlier = false,
  claims,
  header,
  token,
  parameters,
}: Attack): Promise<AssertedIdentity> {
  const connection = oidcConnection(idp.issuer, settings);
  const { provider } = oidcAdapter(connection, { clock });
  const { redirectUrl, memory } = await provider.begin(connection, {
    state: STATE,
    loginHint: null,
    forceLogin,
    mayBeEarlier,
  });
  const nonce = new URL(redirectUrl).searchParams.get('nonce');
  const said = idp.claims({ nonce, ...claims });
  const idToken = await (token?.(said) ?? idp.signer.sign(said, header));
  idp.token = { body: { access_token: 'opaque', token_type: 'Bearer', id_token: idToken } };
  const given = { code: 'a-code', state: STATE, iss: idp.issuer, ...parameters };
  const present = Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return provider.identify(connection, memory, { type: 'oidc', parameters: new URLSearchParams(present) });
}

function unsigned(header: Changes, claims: Changes): string {
  return [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
}

function hmac(secret: string | Buffer): (claims: Changes) => string {
  return (claims) => {
    const input = unsigned({ alg: 'HS256', kid: 'key-1' }, claims);
    return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
  };
}

/** OpenID Connect Core 1.0, section 3.1.3.6: of the left half. */
function hashOf(digest: string, token: string, length?: number): string {
  const hash = createHash(digest).update(token).digest();
  return hash.subarray(0, length ?? hash.length / 2).toString('base64url');
}

const seconds = (offset: number) => () => Math.floor(clock.now().getTime() / 1000) + offset;

it('believes an answer in which everything is right', async () => {
  expect(await loginWith({})).toMatchObject({ subject: 'ada', email: 'ada@corp.example' });
  expect(await loginWith({ claims: { aud: ['headgate'], azp: 'headgate' } })).toMatchObject({ subject: 'ada' });
  expect(await loginWith({ claims: { exp: seconds(-20)() } })).toMatchObject({ subject: 'ada' });
});

describe('an answer of OpenID Connect is refused', () => {
  it.each<[string, string, Attack]>([
    ['with the state of another login', 'REQUEST_MISMATCH', { parameters: { state: 'another' } }],
    ['without a state', 'REQUEST_MISMATCH', { parameters: { state: undefined } }],
    ['from another provider than was asked (RFC 9207)', 'ISSUER_MISMATCH', { parameters: { iss: OTHER } }],
    ['without the issuer that the provider promised', 'ISSUER_MISMATCH', { parameters: { iss: undefined } }],
    ['without a code', 'RESPONSE_MALFORMED', { parameters: { code: undefined } }],
    ['with the ID token in the address', 'RESPONSE_MALFORMED', { parameters: { id_token: 'x.y.z' } }],
    ['with the nonce of another login', 'REQUEST_MISMATCH', { claims: { nonce: 'another' } }],
    ['without a nonce', 'REQUEST_MISMATCH', { claims: { nonce: undefined } }],
    ['for another client', 'AUDIENCE_MISMATCH', { claims: { aud: 'another' } }],
    ['for another client, among many', 'AUDIENCE_MISMATCH', { claims: { aud: ['another', 'third'] } }],
    ['without an audience', 'AUDIENCE_MISMATCH', { claims: { aud: undefined } }],
    ['for several without saying which asked', 'AUDIENCE_MISMATCH', { claims: { aud: ['headgate', 'another'] } }],
    ['for several, asked by another', 'AUDIENCE_MISMATCH', { claims: { aud: ['headgate', 'x'], azp: 'x' } }],
    ['for this client, asked by another', 'AUDIENCE_MISMATCH', { claims: { azp: 'another' } }],
    ['with a token of another issuer', 'ISSUER_MISMATCH', { claims: { iss: OTHER } }],
    ['without an issuer in the token', 'ISSUER_MISMATCH', { claims: { iss: undefined } }],
    ['without an expiry', 'NOT_TIMELY', { claims: { exp: undefined } }],
    ['with an expiry that is text', 'NOT_TIMELY', { claims: { exp: '9999999999' } }],
    ['without a subject', 'RESPONSE_MALFORMED', { claims: { sub: undefined } }],
    ['with an empty subject', 'RESPONSE_MALFORMED', { claims: { sub: '' } }],
    ['with a subject that no database can hold', 'RESPONSE_MALFORMED', { claims: { sub: 'ada\u0000' } }],
    ['with a number for a subject', 'RESPONSE_MALFORMED', { claims: { sub: 42 } }],
    ['with the hash of another access token', 'REQUEST_MISMATCH', { claims: { at_hash: hashOf('sha256', 'another') } }],
    ['with the whole hash of the access token', 'REQUEST_MISMATCH', { claims: { at_hash: hashOf('sha256', 'opaque', 32) } }],
    ['with an empty hash of the access token', 'REQUEST_MISMATCH', { claims: { at_hash: '' } }],
    ['with a number for the hash of the access token', 'REQUEST_MISMATCH', { claims: { at_hash: 7 } }],
    ['of another tenant', 'TENANT_MISMATCH', { settings: { tenant: 'ours' }, claims: { tid: 'theirs' } }],
    ['of no tenant where one is named', 'TENANT_MISMATCH', { settings: { tenant: 'ours' } }],
    ['with a header that must be understood', 'ALGORITHM_REFUSED', { header: { crit: ['b64'], b64: true } }],
    ['without a signature', 'ALGORITHM_REFUSED', { token: (claims) => `${unsigned({ alg: 'none' }, claims)}.` }],
    ['signed with the client secret', 'ALGORITHM_REFUSED', { token: hmac(CLIENT_SECRET) }],
    ['that is no token', 'RESPONSE_MALFORMED', { token: () => 'not.a-token' }],
    ['encrypted', 'ALGORITHM_REFUSED', { token: () => 'a.b.c.d.e' }],
  ])('%s', async (_what, fault, attack) => {
    await expect(loginWith(attack)).rejects.toMatchObject({ fault });
  });

  it('once it has expired', async () => {
    await expect(loginWith({ claims: { exp: seconds(-40)() } })).rejects.toMatchObject({ fault: 'NOT_TIMELY' });
  });

  it('before it is valid', async () => {
    await expect(loginWith({ claims: { nbf: seconds(120)() } })).rejects.toMatchObject({ fault: 'NOT_TIMELY' });
  });

  it('issued, or after a login, far ahead of the time', async () => {
    for (const claims of [{ iat: seconds(60)() }, { iat: seconds(86_400)() }, { auth_time: seconds(60)() }])
      await expect(loginWith({ claims })).rejects.toMatchObject({ fault: 'NOT_TIMELY' });
    const ahead = { iat: seconds(20)(), auth_time: seconds(20)() };
    expect(await loginWith({ claims: ahead })).toMatchObject({ subject: 'ada' });
  });

  it.each([
    ['RS256', 'sha256'],
    ['ES256', 'sha256'],
    ['ES384', 'sha384'],
    ['PS512', 'sha512'],
    ['EdDSA', 'sha512'],
  ])('signed by %s if the access token is not the one of its hash', async (alg, digest) => {
    const other = await signer('key-2', alg);
    idp.keys = [other.jwk];
    idp.metadata['id_token_signing_alg_values_supported'] = [alg];
    const token = (claims: Changes): Promise<string> => other.sign(claims);
    expect(await loginWith({ token, claims: { at_hash: hashOf(digest, 'opaque') } })).toMatchObject({ subject: 'ada' });
    const attack = loginWith({ token, claims: { at_hash: hashOf(digest, 'another') } });
    await expect(attack).rejects.toMatchObject({ fault: 'REQUEST_MISMATCH' });
  });

  it('of a person who should have logged in again and did not', async () => {
    const remembered = loginWith({ forceLogin: true, claims: { auth_time: seconds(-60)() } });
    await expect(remembered).rejects.toMatchObject({ fault: 'LOGIN_NOT_REPEATED' });
    const told = await loginWith({ forceLogin: true, mayBeEarlier: true, claims: { auth_time: seconds(-3_600)() } });
    expect(told.authenticatedAt).toEqual(new Date(seconds(-3_600)() * 1000));
    const again = await loginWith({ forceLogin: true, claims: { auth_time: seconds(5)() } });
    expect(again.authenticatedAt).not.toBeNull();
    // Google says nothing of it; what that is worth is for others to say.
    expect(await loginWith({ forceLogin: true })).toMatchObject({ authenticatedAt: null });
  });

  it('signed with the public key as if it were a secret', async () => {
    const token = hmac(Buffer.from(JSON.stringify(idp.signer.jwk)));
    await expect(loginWith({ token })).rejects.toMatchObject({ fault: 'ALGORITHM_REFUSED' });
  });

  it('signed by a key of the same name that is not the one published', async () => {
    await expect(loginWith({ token: (claims) => forger.sign(claims) })).rejects.toMatchObject({
      fault: 'SIGNATURE_INVALID',
    });
  });

  it('signed by a key that the token brings along or gives an address for, which is not fetched', async () => {
    const elsewhere = await startScriptedOidc(clock, forger);
    const header = { kid: 'key-9', jku: `${elsewhere.issuer}/keys`, x5u: `${elsewhere.issuer}/keys`, jwk: forger.jwk };
    const attack = loginWith({ token: (claims) => forger.sign(claims, header) });
    await expect(attack).rejects.toMatchObject({ fault: 'SIGNATURE_INVALID' });
    expect(elsewhere.asked).toEqual([]);
    await elsewhere.close();
  });

  it('signed with an algorithm that the provider does not announce', async () => {
    const other = await signer('key-2', 'ES256');
    idp.keys = [idp.signer.jwk, other.jwk];
    idp.metadata['id_token_signing_alg_values_supported'] = ['RS256'];
    await expect(loginWith({ token: (claims) => other.sign(claims) })).rejects.toMatchObject({
      fault: 'ALGORITHM_REFUSED',
    });
  });

  it('whose signature was changed', async () => {
    const token = async (claims: Changes): Promise<string> => {
      const [header = '', , signature = ''] = (await idp.signer.sign(claims)).split('.');
      return `${header}.${unsigned({}, { ...claims, sub: 'eve' }).split('.')[1] ?? ''}.${signature}`;
    };
    await expect(loginWith({ token })).rejects.toMatchObject({ fault: 'SIGNATURE_INVALID' });
  });

  it('whose user information belongs to another person', async () => {
    idp.information = { body: { sub: 'eve', email: 'victim@corp.example', email_verified: true } };
    await expect(loginWith({ claims: { email: undefined } })).rejects.toMatchObject({ fault: 'RESPONSE_MALFORMED' });
  });

  it('when no secret of this login is remembered', async () => {
    const connection = oidcConnection(idp.issuer);
    const { provider } = oidcAdapter(connection, { clock });
    const parameters = new URLSearchParams({ code: 'a-code', iss: idp.issuer });
    const memories: readonly ProtocolMemory[] = [{}, { state: '', nonce: '', verifier: '' }];
    for (const memory of memories) {
      const answer = provider.identify(connection, memory, { type: 'oidc', parameters });
      await expect(answer).rejects.toMatchObject({ fault: 'REQUEST_MISMATCH' });
    }
  });

  it('says why without repeating any of it', async () => {
    const failure = await loginWith({ claims: { nonce: 'another', aud: 'someone-else' } }).catch((error: unknown) => error);
    const text = JSON.stringify({ ...(failure as object), message: (failure as Error).message });
    for (const secret of ['another', 'someone-else', 'a-code', STATE, CLIENT_SECRET]) expect(text).not.toContain(secret);
  });
});
