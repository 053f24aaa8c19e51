import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SystemClock } from '../../src/platform/time/system-clock.js';
import type { ProtocolMemory } from '../../src/sso/application/ports/identity-provider.js';
import type { AssertedIdentity } from '../../src/sso/domain/asserted-identity.js';
import type { OidcSettings } from '../../src/sso/domain/connection.js';
import { Browser } from '../support/browser.js';
import { type OidcAdapter, oidcAdapter, oidcConnection } from '../support/oidc-adapter.js';
import { type OidcIdp, startOidcIdp } from '../support/oidc-idp.js';

const ACCOUNTS = [
  {
    sub: 'ada',
    email: 'ada@corp.example',
    email_verified: true,
    name: 'Ada',
    groups: ['analysts'],
    amr: ['pwd', 'mfa'],
  },
  { sub: 'bob', email: 'bob@corp.example', name: 'Bob' },
  { sub: 'eve' },
];
const BEGINNING = { state: 'a-state-of-this-login', loginHint: null, forceLogin: false };

let idp: OidcIdp;
beforeAll(async () => {
  idp = await startOidcIdp({ accounts: ACCOUNTS, clock: new SystemClock() });
});
afterAll(() => idp.close());

function set(settings: Partial<OidcSettings> = {}) {
  const connection = oidcConnection(idp.issuer, settings);
  return { connection, ...oidcAdapter(connection, { clock: new SystemClock() }) };
}

async function begun(
  { provider, connection }: ReturnType<typeof set>,
  subject: string,
  beginning: typeof BEGINNING = BEGINNING,
  browser = new Browser(),
): Promise<{ memory: ProtocolMemory; parameters: URLSearchParams; asked: URL }> {
  const { redirectUrl, memory } = await provider.begin(connection, beginning);
  const { url } = await idp.logIn(redirectUrl, subject, { browser });
  expect(`${url.origin}${url.pathname}`).toBe('http://headgate.test/api/auth/sso/7/callback');
  return { memory, parameters: url.searchParams, asked: new URL(redirectUrl) };
}

async function loggedIn(setting: ReturnType<typeof set>, subject: string): Promise<AssertedIdentity> {
  const { memory, parameters } = await begun(setting, subject);
  return setting.provider.identify(setting.connection, memory, { type: 'oidc', parameters });
}

describe('a login at a provider of OpenID Connect', () => {
  it('says who came, by issuer and subject', async () => {
    const identity = await loggedIn(set(), 'ada');
    expect(identity).toMatchObject({
      issuer: idp.issuer,
      subject: 'ada',
      email: 'ada@corp.example',
      isEmailVerified: true,
      name: 'Ada',
      groups: ['analysts'],
      acr: 'aal1',
      assertion: null,
    });
    expect(identity.providerSessionId).not.toBeNull();
    expect(Object.keys(identity.claims)).not.toContain('nonce');
  });

  it('takes an address without email_verified for proven only where the directory itself is believed', async () => {
    expect(await loggedIn(set(), 'bob')).toMatchObject({ email: 'bob@corp.example', isEmailVerified: false });
    expect(await loggedIn(set({ addressProof: 'directory' }), 'bob')).toMatchObject({ isEmailVerified: true });
  });

  it('logs in a person without an address as an account without an address', async () => {
    expect(await loggedIn(set(), 'eve')).toMatchObject({ subject: 'eve', email: null, isEmailVerified: false });
  });

  it('counts several factors at the provider only where they are trusted', async () => {
    expect(await loggedIn(set({ trustsMfa: true }), 'ada')).toMatchObject({ acr: 'aal2' });
    expect(await loggedIn(set({ trustsMfa: true }), 'bob')).toMatchObject({ acr: 'aal1' });
  });

  it('proves itself with the secret in the body where that is configured', async () => {
    const identity = await loggedIn(set({ clientAuthentication: 'client_secret_post' }), 'ada');
    expect(identity.subject).toBe('ada');
  });

  it('asks with PKCE, a nonce and the state, and never twice with the same', async () => {
    const one = await set().provider.begin(oidcConnection(idp.issuer), { ...BEGINNING, loginHint: 'ada@corp.example' });
    const two = await set().provider.begin(oidcConnection(idp.issuer), BEGINNING);
    const asked = new URL(one.redirectUrl).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      client_id: 'headgate',
      state: BEGINNING.state,
      code_challenge_method: 'S256',
      login_hint: 'ada@corp.example',
      scope: 'openid profile email',
    });
    expect(asked.get('nonce')).not.toBe(new URL(two.redirectUrl).searchParams.get('nonce'));
    expect(one.redirectUrl).not.toContain(String(one.memory['verifier']));
  });

  it('asks people to log in again if required, although the provider remembers them', async () => {
    const setting = set();
    const browser = new Browser();
    await begun(setting, 'ada', BEGINNING, browser);
    const { memory, parameters } = await begun(setting, 'bob', { ...BEGINNING, forceLogin: true }, browser);
    const identity = await setting.provider.identify(setting.connection, memory, { type: 'oidc', parameters });
    expect(identity.subject).toBe('bob');
    expect(identity.authenticatedAt).not.toBeNull();
  });

  it('refuses a code that was used before', async () => {
    const setting = set();
    const { memory, parameters } = await begun(setting, 'ada');
    const response = { type: 'oidc' as const, parameters };
    await setting.provider.identify(setting.connection, memory, response);
    await expect(setting.provider.identify(setting.connection, memory, response)).rejects.toMatchObject({
      fault: 'PROVIDER_REFUSED',
    });
  });

  it('refuses a code with the memory of another login', async () => {
    const setting = set();
    const first = await begun(setting, 'ada');
    const second = await begun(setting, 'bob');
    await expect(
      setting.provider.identify(setting.connection, first.memory, { type: 'oidc', parameters: second.parameters }),
    ).rejects.toMatchObject({ fault: 'PROVIDER_REFUSED' });
  });

  it('passes on what the provider says when it refuses', async () => {
    const setting = set();
    const { memory, parameters } = await begun(setting, 'nobody');
    await expect(setting.provider.identify(setting.connection, memory, { type: 'oidc', parameters })).rejects.toMatchObject({
      fault: 'PROVIDER_REFUSED',
      reason: 'access_denied: No person of that name.',
    });
  });

  it('sends no secret once the connection was changed', async () => {
    const setting = set();
    const { memory, parameters } = await begun(setting, 'ada');
    setting.connections.stored = oidcConnection('https://elsewhere.example', {}, { configurationVersion: 2 });
    await expect(setting.provider.identify(setting.connection, memory, { type: 'oidc', parameters })).rejects.toMatchObject({
      fault: 'CONNECTION_NOT_ACTIVE',
    });
  });

  it('can be ended at the provider too', async () => {
    const { provider, connection }: OidcAdapter & { connection: ReturnType<typeof oidcConnection> } = set();
    const url = await provider.logoutUrl(connection, {
      subject: 'ada',
      providerSessionId: null,
      idToken: null,
      returnTo: 'http://headgate.test/',
    });
    expect(url).toContain(`${idp.issuer}/session/end?`);
    expect(new URL(url ?? '').searchParams.get('post_logout_redirect_uri')).toBe('http://headgate.test/');
  });

  it('is ended there by what it proved, at a provider that refuses a logout without that', async () => {
    idp.wantsHint = true;
    const setting = set();
    const browser = new Browser();
    const { memory, parameters } = await begun(setting, 'ada', BEGINNING, browser);
    const { idToken } = await setting.provider.identify(setting.connection, memory, { type: 'oidc', parameters });
    const leave = async (connection: typeof setting.connection, hint: string | null) => {
      const session = { subject: 'ada', providerSessionId: null, idToken: hint, returnTo: 'http://headgate.test/' };
      const url = new URL((await setting.provider.logoutUrl(connection, session)) ?? '');
      return { hint: url.searchParams.get('id_token_hint'), ended: await browser.visit(url, ({ host }) => host === 'headgate.test') };
    };
    expect((await leave(setting.connection, null)).ended).toMatchObject({ status: 400 });
    const elsewhere = { ...setting.connection, settings: { ...setting.connection.settings, clientId: 'another' } };
    expect((await leave(elsewhere, idToken)).hint).toBeNull();
    const { hint, ended } = await leave(setting.connection, idToken);
    expect([hint, ended.url.href]).toEqual([idToken, 'http://headgate.test/']);
    idp.wantsHint = false;
  });

  it('keeps no token that would make the address of the logout too long', async () => {
    const groups = Array.from({ length: 100 }, (_, index) => `a group of the directory ${index} of people`);
    idp.accounts.push({ sub: 'gus', email: 'gus@corp.example', groups });
    const [short, long] = [await loggedIn(set({ scopes: ['groups'] }), 'ada'), await loggedIn(set({ scopes: ['groups'] }), 'gus')];
    expect([short.idToken?.split('.').length, long.groups.length, long.idToken]).toEqual([3, 100, null]);
  });

  it('is promised by a probe of a provider that works', async () => {
    const { provider, connection } = set();
    const steps = await provider.probe(connection);
    expect(steps.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual([
      'discovery passed',
      'keys passed',
      'client passed',
      'code passed',
      'email passed',
    ]);
  });
});
