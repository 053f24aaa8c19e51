import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import { type OidcIdp, startOidcIdp } from '../support/oidc-idp.js';
import { PageClient } from '../support/page-client.js';
import { activeConnection, ownDomain, signIn, startSsoApp } from '../support/sso-login.js';
import type { TestApp } from '../support/test-app.js';

const at = (name: string) => ({ sub: name, email: `${name}@delta.example`, email_verified: true });
const MEMBERS = ['access_token', 'expires_in', 'token_type', 'user'];

describe('single sign-on of a browser', () => {
  let app: TestApp;
  let idp: OidcIdp;
  let connectionId: number;
  let page: PageClient;

  beforeAll(async () => {
    app = await startSsoApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000' } });
    idp = await startOidcIdp({ accounts: ['anna', 'olivia'].map(at), clock: app.clock });
    connectionId = await activeConnection(app, idp, { provisions: true });
    await ownDomain(app, 'delta.example');
  });
  beforeEach(() => {
    page = new PageClient(app.http);
  });
  afterAll(async () => {
    await app.close();
    await idp.close();
  });

  const me = (token: string) => app.http.get('/api/v1/me', { token });
  const signInAs = (who: string, query = {}) => signIn(app, idp, connectionId, who, { query });

  it('exchanges a code for a session of the page, once', async () => {
    const code = (await signInAs('anna')).get('code') ?? '';
    const { status, body } = await page.post('exchange', { code, stay_signed_in: true });
    expect([status, Object.keys(body).sort()]).toEqual([200, MEMBERS]);
    expect(page.attributes.get('headgate_session')?.join()).toContain('max-age=');
    expect((await me(body.access_token)).status).toBe(200);
    expect((await page.post('exchange', { code })).status).toBe(401);
    expect((await page.post('refresh')).status).toBe(200);
  });

  it('ends the session that the browser had before', async () => {
    const { body: before } = await page.post('login', { username: 'vera', password: DEMO_PASSWORD });
    await page.post('exchange', { code: (await signInAs('anna')).get('code') });
    expect(page.attributes.get('headgate_session')?.join()).not.toContain('max-age');
    expect((await me(before.access_token)).status).toBe(401);
  });

  it('says at logout where the session ends at the provider', async () => {
    const { body } = await page.post('exchange', { code: (await signInAs('anna')).get('code') });
    const { status, body: ended } = await page.post('logout');
    expect([status, new URL(ended.logout_url).origin]).toEqual([200, new URL(idp.issuer).origin]);
    expect([(await me(body.access_token)).status, (await page.post('refresh')).status]).toEqual([401, 204]);
  });

  it('steps up at the provider, and goes on after the reload that this is for the page', async () => {
    await page.post('exchange', { code: (await signInAs('anna')).get('code') });
    const { access_token: token } = (await page.post('refresh')).body;
    const begun = await app.http.post('/api/auth/step-up/sso', undefined, { token });
    const step_up = new URL(begun.body.start_url).searchParams.get('step_up') ?? '';
    const code = (await signInAs('anna', { step_up })).get('step_up_code');
    const { access_token: reloaded } = (await page.post('refresh')).body;
    const done = await app.http.post('/api/auth/step-up/sso/complete', { step_up_code: code }, { token: reloaded });
    expect(done.status).toBe(200);
    expect((await me(done.body.access_token)).status).toBe(200);
    expect((await page.post('refresh')).status).toBe(200);
  });

  it('links an account whose password is known, and opens its session', async () => {
    const link_token = (await signInAs('olivia')).get('link_token');
    expect((await page.post('link', { link_token, password: 'not the password' })).status).toBe(401);
    expect(page.session).toBeUndefined();
    const { status, body } = await page.post('link', { link_token, password: DEMO_PASSWORD });
    expect([status, Object.keys(body).sort(), body.user.username]).toEqual([200, MEMBERS, 'olivia']);
    expect((await page.post('refresh')).status).toBe(200);
  });
});
