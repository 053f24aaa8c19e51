import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AssertedIdentity } from '../../src/sso/domain/asserted-identity.js';
import type { OidcSettings } from '../../src/sso/domain/connection.js';
import { FixedClock } from '../support/fixed-clock.js';
import { oidcAdapter, oidcConnection } from '../support/oidc-adapter.js';
import { type ScriptedOidc, type Signer, signer, startScriptedOidc } from '../support/scripted-oidc.js';

const STATE = 'a-state-of-this-login';
const DOCUMENT = '/.well-known/openid-configuration';
const EMAIL = 'ada@corp.example';
const UPN = { attributes: { email: 'upn', name: 'name', groups: 'groups' } };
const JWT = { 'content-type': 'application/jwt' };

let clock: FixedClock;
let own: Signer;
let other: Signer;
let idp: ScriptedOidc;
beforeAll(async () => {
  own = await signer('key-1');
  other = await signer('key-1', 'ES256');
});
beforeEach(async () => {
  clock = new FixedClock();
  idp = await startScriptedOidc(clock, own);
});
afterEach(() => idp.close());

interface Login {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly by?: Signer;
  readonly settings?: Partial<OidcSettings>;
  readonly hasGroupMapping?: boolean;
  /** What happens between the answer and its reading. */
  readonly meanwhile?: () => void;
}

async function logIn({
  claims,
  parameters,
  by = own,
  meanwhile,
  settings,
  hasGroupMapping = false,
}: Login = {}): Promise<AssertedIdentity> {
  const connection = oidcConnection(idp.issuer, settings, { hasGroupMapping });
  const { provider } = oidcAdapter(connection, { clock });
  const { redirectUrl, memory } = await provider.begin(connection, { state: STATE, loginHint: null, forceLogin: false });
  const nonce = new URL(redirectUrl).searchParams.get('nonce');
  idp.token = { body: { access_token: 'opaque', token_type: 'Bearer', id_token: await by.sign(idp.claims({ nonce, ...claims })) } };
  meanwhile?.();
  const given = parameters ?? { code: 'a-code' };
  return provider.identify(connection, memory, {
    type: 'oidc',
    parameters: new URLSearchParams({ ...given, state: STATE, iss: idp.issuer }),
  });
}

describe('The userinfo as a signed JWT', () => {
  const told = (more: object = {}) => ({ iss: idp.issuer, aud: 'headgate', sub: 'ada', email: EMAIL, email_verified: true, ...more });
  const asks = async (page: () => Promise<ScriptedOidc['information']>): Promise<AssertedIdentity> => {
    idp.information = await page();
    return logIn({ claims: { email: undefined } });
  };
  const signed =
    (more: object = {}, by = own) =>
    async () => ({ body: await by.sign(told(more)), headers: JWT });

  it('says the address, by the keys of the provider', async () => {
    expect(await asks(signed())).toMatchObject({ subject: 'ada', email: EMAIL, isEmailVerified: true });
    expect(await asks(signed({ iss: undefined, aud: undefined }))).toMatchObject({ email: EMAIL });
    expect(await asks(signed({ aud: ['headgate', 'x'] }))).toMatchObject({ email: EMAIL });
    expect(await asks(async () => ({ body: told() }))).toMatchObject({ email: EMAIL, isEmailVerified: true });
  });

  it.each<[string, string, () => () => Promise<ScriptedOidc['information']>]>([
    ['of another person', 'RESPONSE_MALFORMED', () => signed({ sub: 'eve' })],
    ['of nobody', 'RESPONSE_MALFORMED', () => signed({ sub: undefined })],
    ['of another issuer', 'ISSUER_MISMATCH', () => signed({ iss: 'https://other.example' })],
    ['for another client', 'AUDIENCE_MISMATCH', () => signed({ aud: 'another' })],
    ['signed by another key', 'SIGNATURE_INVALID', () => signed({}, other)],
    [
      'without a signature',
      'ALGORITHM_REFUSED',
      () => async () => ({ body: `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`, headers: JWT }),
    ],
    ['that is none', 'RESPONSE_MALFORMED', () => async () => ({ body: 'x', headers: JWT })],
    ['that is a page', 'RESPONSE_MALFORMED', () => async () => ({ body: '<html>', headers: { 'content-type': 'text/html' } })],
    ['that is refused', 'RESPONSE_MALFORMED', () => async () => ({ status: 404, body: {} })],
  ])('is refused %s', async (_what, fault, page) => {
    await expect(asks(page())).rejects.toMatchObject({ fault });
  });
});

describe('A token without groups', () => {
  const verified = { email: EMAIL, email_verified: true, groups: undefined };

  it('is completed from the userinfo if groups give roles, and only then', async () => {
    idp.information = { body: { sub: 'ada', email: 'victim@corp.example', email_verified: true, groups: ['staff'] } };
    expect(await logIn({ claims: verified })).toMatchObject({ groups: [], groupsSaid: 'absent' });
    expect(idp.asked).not.toContain('/information');
    expect(await logIn({ claims: verified, hasGroupMapping: true })).toMatchObject({
      email: EMAIL,
      groups: ['staff'],
      groupsSaid: 'listed',
    });
    const unverified = { ...verified, email_verified: undefined };
    expect(await logIn({ claims: unverified, hasGroupMapping: true })).toMatchObject({ groups: ['staff'], isEmailVerified: false });
    expect(await logIn({ claims: { ...verified, groups: [] }, hasGroupMapping: true })).toMatchObject({ groups: [], groupsSaid: 'listed' });
    const elsewhere = { ...verified, _claim_names: { groups: 'src1' } };
    expect(await logIn({ claims: elsewhere, hasGroupMapping: true })).toMatchObject({ groups: [], groupsSaid: 'incomplete' });
  });

  it.each<[string, ScriptedOidc['information']]>([
    ['is down', { status: 503, body: '' }],
    ['speaks of another person', { body: { sub: 'eve', groups: ['admins'] } }],
  ])('says nothing of them where the userinfo %s, and the login goes on', async (_what, information) => {
    idp.information = information;
    expect(await logIn({ claims: verified, hasGroupMapping: true })).toMatchObject({ subject: 'ada', groups: [], groupsSaid: 'absent' });
  });
});

describe('A token that has the address and no word about its verification', () => {
  const silent = { email: EMAIL, email_verified: undefined };
  const asked = () => idp.asked.includes('/information');
  const about = (more: object): ScriptedOidc['information'] => ({ body: { sub: 'ada', email: EMAIL, ...more } });

  it.each<[string, object, boolean]>([
    ['that it is verified', { email_verified: true }, true],
    ['that it is verified, of the address in other letters', { email: 'Ada@Corp.example', email_verified: 'true' }, true],
    ['that the owner of the domain is', { xms_edov: 1 }, true],
    ['that it is not', { email_verified: false }, false],
    ['nothing', {}, false],
    ['it of another address', { email: 'victim@corp.example', email_verified: true }, false],
    ['it of no address', { email: undefined, email_verified: true }, false],
    ['it of several', { email: [EMAIL, 'victim@corp.example'], email_verified: true }, false],
    ['it of another person', { sub: 'eve', email_verified: true }, false],
    ['it of nobody', { sub: undefined, email_verified: true }, false],
    ['yes and no', { email_verified: true, xms_edov: false }, false],
  ])('is asked about at the userinfo endpoint, which says %s', async (_what, more, isEmailVerified) => {
    idp.information = about(more);
    expect(await logIn({ claims: silent })).toMatchObject({ subject: 'ada', email: EMAIL, isEmailVerified });
    expect(asked()).toBe(true);
  });

  it('takes nothing else from there', async () => {
    idp.information = about({ email_verified: true, name: 'Eve', groups: ['admins'], amr: ['mfa'], sid: 'other' });
    const { name, groups, claims } = await logIn({ claims: { ...silent, name: undefined, groups: undefined } });
    expect({ name, groups, verified: claims['email_verified'] }).toEqual({ name: null, groups: [], verified: true });
    expect(claims).not.toHaveProperty('amr');
  });

  it.each<[string, ScriptedOidc['information']]>([
    ['is down', { status: 503, body: '' }],
    ['does not know the token', { status: 401, body: {} }],
    [
      'does not know the token, and says so (RFC 6750)',
      { status: 401, body: {}, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } },
    ],
    ['is a page', { body: '<html>', headers: { 'content-type': 'text/html' } }],
    ['leads elsewhere', { status: 302, body: '', headers: { location: 'https://elsewhere.example/' } }],
  ])('logs the person in, unverified, when that endpoint %s', async (_what, page) => {
    idp.information = page;
    expect(await logIn({ claims: silent })).toMatchObject({ subject: 'ada', email: EMAIL, isEmailVerified: false });
  });

  it.each<[string, object, Partial<OidcSettings>, boolean]>([
    ['the token says no', { email_verified: false }, {}, false],
    ['the token says no in text', { email_verified: 'no' }, {}, false],
    ['Entra ID says no', { email_verified: undefined, xms_edov: 0 }, {}, false],
    ['the token says yes', { email_verified: true }, {}, true],
    ['the directory is believed', { email_verified: undefined }, { addressProof: 'directory' }, true],
    ['the address is in another claim', { upn: EMAIL, email_verified: undefined }, UPN, false],
  ])('is not asked about when %s', async (_what, claims, settings, isEmailVerified) => {
    idp.information = about({ email_verified: true });
    expect(await logIn({ claims: { email: EMAIL, ...claims }, settings })).toMatchObject({ email: EMAIL, isEmailVerified });
    expect(asked()).toBe(false);
  });
});

describe('A single key without a name', () => {
  const nameless = (jwk: Signer['jwk']): Signer['jwk'] => Object.fromEntries(Object.entries(jwk).filter(([name]) => name !== 'kid'));
  it('is meant by tokens that name one', async () => {
    const jwk = nameless(own.jwk);
    idp.keys = [jwk];
    expect(await logIn()).toMatchObject({ subject: 'ada' });
  });

  it('is not meant beside others, and verifies nothing that others have signed', async () => {
    const jwk = nameless(own.jwk);
    const another = await signer('key-2');
    idp.keys = [jwk, another.jwk];
    await expect(logIn()).rejects.toMatchObject({ fault: 'SIGNATURE_INVALID' });
    idp.keys = [{ ...own.jwk, kid: 'key-0' }];
    await expect(logIn()).rejects.toMatchObject({ fault: 'SIGNATURE_INVALID' });
    idp.keys = [jwk];
    await expect(logIn({ by: another })).rejects.toMatchObject({ fault: 'SIGNATURE_INVALID' });
  });
});

describe('A discovery document behind a redirect', () => {
  const moved = (location: string, status = 302) => ({ status, body: '', headers: { location } });

  it.each([301, 302, 307, 308])('of the same host is read (%i)', async (status) => {
    idp.pages[DOCUMENT] = moved('/index.php/apps/oidc/openid-configuration', status);
    idp.pages['/index.php/apps/oidc/openid-configuration'] = { body: idp.metadata };
    expect(await logIn()).toMatchObject({ subject: 'ada' });
  });

  it('has to be that of the configured issuer all the same', async () => {
    idp.pages[DOCUMENT] = moved('/other');
    idp.pages['/other'] = { body: { ...idp.metadata, issuer: `${idp.issuer}/other` } };
    await expect(logIn()).rejects.toMatchObject({ fault: 'ISSUER_MISMATCH' });
  });

  it.each([
    ['another host', 'https://169.254.169.254/latest'],
    ['another port', 'http://127.0.0.1:1/'],
    ['a file', 'file:///etc/passwd'],
    ['itself, without end', DOCUMENT],
    ['nowhere', ''],
  ])('that leads to %s is not followed', async (_what, location) => {
    idp.pages[DOCUMENT] = moved(location);
    await expect(logIn()).rejects.toMatchObject({ fault: 'PROVIDER_UNREACHABLE', reason: expect.stringContaining('redirect') });
    expect(idp.asked.length).toBeLessThanOrEqual(4);
  });

  it('is not followed from the token endpoint, which is sent a secret', async () => {
    const login = logIn({ meanwhile: () => (idp.pages['/token'] = moved('/elsewhere', 307)) });
    await expect(login).rejects.toMatchObject({ fault: 'PROVIDER_UNREACHABLE' });
    expect(idp.asked).not.toContain('/elsewhere');
  });
});

describe('A provider that cannot answer now', () => {
  const OUT = [500, 502, 503, 504, 429];
  const pages = (status: number) => [
    { status, body: '<html>Bad gateway</html>', headers: { 'content-type': 'text/html' } },
    { status, body: { error: 'temporarily_unavailable' } },
    { status, body: '' },
  ];
  it.each(['/token', '/information', '/keys', DOCUMENT].flatMap((path) => OUT.map((status) => [path, status] as const)))(
    'is told apart from one that answers wrongly: %s is %i',
    async (path, status) => {
      for (const page of pages(status)) {
        idp.pages[path] = page;
        await expect(logIn({ claims: { email: undefined } })).rejects.toMatchObject({
          fault: 'PROVIDER_UNREACHABLE',
          reason: expect.stringContaining(String(status)),
        });
      }
    },
  );

  it.each([
    [{}, undefined, 'Check the client id, and that the secret has not expired, or choose the client_authentication client_secret_post'],
    [{}, ['client_secret_basic', 'private_key_jwt'], 'or choose the client_authentication private_key_jwt, which the provider takes too.'],
    [{}, ['client_secret_basic'], 'Check the client id, and that the secret has not expired\\.$'],
    [
      { clientAuthentication: 'none' },
      ['client_secret_post'],
      'and that the client is a public one, or choose the client_authentication client_secret_post',
    ],
  ] as const)('says what to try when it refuses this service as its client: %j %j', async (settings, announced, advice) => {
    idp.metadata['token_endpoint_auth_methods_supported'] = announced;
    idp.pages['/token'] = { status: 401, body: { error: 'invalid_client', error_description: 'No.' } };
    await expect(logIn({ settings })).rejects.toMatchObject({
      fault: 'PROVIDER_MISCONFIGURED',
      reason: expect.stringMatching(`^invalid_client: No\\. This service used [a-z_]*\\. .*${advice}`),
    });
  });

  it.each(['temporarily_unavailable', 'server_error'])('says so at the browser: %s', async (error) => {
    await expect(logIn({ parameters: { error, error_description: 'Maintenance' } })).rejects.toMatchObject({
      fault: 'PROVIDER_UNREACHABLE',
      reason: expect.stringContaining(`${error}: Maintenance`),
    });
    idp.pages['/token'] = { status: 400, body: { error } };
    await expect(logIn()).rejects.toMatchObject({ fault: 'PROVIDER_UNREACHABLE' });
  });

  it.each([
    [400, { error: 'invalid_client' }, 'PROVIDER_MISCONFIGURED'],
    [401, { error: 'invalid_client' }, 'PROVIDER_MISCONFIGURED'],
    [400, { error: 'invalid_grant' }, 'PROVIDER_REFUSED'],
    [404, {}, 'RESPONSE_MALFORMED'],
    [200, '<html>', 'RESPONSE_MALFORMED'],
  ])('is not one whose token endpoint answers %i %j', async (status, body, fault) => {
    idp.pages['/token'] = { status, body };
    await expect(logIn()).rejects.toMatchObject({ fault });
  });
});
