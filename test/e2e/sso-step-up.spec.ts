import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Browser } from '../support/browser.js';
import type { Answer } from '../support/http-client.js';
import { type OidcIdp, startOidcIdp } from '../support/oidc-idp.js';
import { activeConnection, exchange, follow, ownDomain, signIn, startSsoApp, toCallback } from '../support/sso-login.js';
import { type TestApp, logIn } from '../support/test-app.js';

const at = (name: string) => ({ sub: name, email: `${name}@delta.example`, email_verified: true });
const outcome = ({ status, body }: Answer): unknown[] => [status, body.code];
const claimsOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());

describe('step-up at the identity provider', () => {
  let app: TestApp;
  let idp: OidcIdp;
  let connectionId: number;
  let token: string;
  let refreshToken: string;

  beforeAll(async () => {
    app = await startSsoApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000' } });
    idp = await startOidcIdp({ accounts: ['anna', 'berta'].map(at), clock: app.clock });
    connectionId = await activeConnection(app, idp, { provisions: true });
    await ownDomain(app, 'delta.example');
  });
  beforeEach(async () => {
    const { status, body } = await exchange(app, (await signIn(app, idp, connectionId, 'anna')).get('code'));
    expect(status).toBe(200);
    [token, refreshToken] = [body.access_token, body.refresh_token];
  });
  afterAll(async () => {
    await app.close();
    await idp.close();
  });

  const begin = (bearer = token) => app.http.post('/api/auth/step-up/sso', undefined, { token: bearer });
  const complete = (step_up_code: string | null, bearer = token) =>
    app.http.post('/api/auth/step-up/sso/complete', { step_up_code }, { token: bearer });
  const ticketOf = ({ body }: Answer) => ({ step_up: new URL(body.start_url).searchParams.get('step_up') ?? '' });
  const atProvider = async (who = 'anna', bearer = token) => signIn(app, idp, connectionId, who, { query: ticketOf(await begin(bearer)) });
  const enrol = (bearer: string) => app.http.post('/api/v1/mfa/totp', {}, { token: bearer });

  it('renews the session that the provider opened, and no further than what it says', async () => {
    app.clock.advance({ minutes: 11 });
    const demanded = await enrol(token);
    expect([...outcome(demanded), demanded.body.step_up]).toEqual([
      401,
      'STEP_UP_REQUIRED',
      { acr: 'aal1', max_age: 600, methods: ['sso'] },
    ]);
    app.clock.advance({ minutes: -11 });
    const started = await app.http.get(`/api/auth/sso/${connectionId}/start?step_up=${ticketOf(await begin()).step_up}`, {});
    const asked = new URL(started.headers.get('location') ?? '').searchParams;
    expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '1']);
    const to = await atProvider();
    expect([...to.keys()]).toEqual(['step_up_code']);
    const { status, body } = await complete(to.get('step_up_code'));
    expect([status, body]).toMatchObject([200, { token_type: 'bearer', expires_in: 3600 }]);
    expect(claimsOf(body.access_token)).toMatchObject({ acr: 'aal1', amr: ['sso'] });
    expect(claimsOf(body.access_token).sid).not.toBe(claimsOf(token).sid);
    expect((await app.http.get('/api/v1/me', { token })).status).toBe(401);
    expect((await app.http.post('/api/auth/refresh', { refresh_token: refreshToken })).status).toBe(200);
    expect(outcome(await complete(to.get('step_up_code'), body.access_token))).toEqual([401, 'UNAUTHORIZED']);
  });

  it('is only for the person who is in the session', async () => {
    expect((await atProvider('berta')).get('error')).toBe('IDENTITY_CONFLICT');
  });

  it('is for the session and the browser that asked, once', async () => {
    const other = await exchange(app, (await signIn(app, idp, connectionId, 'anna')).get('code'));
    const code = (await atProvider()).get('step_up_code');
    expect(outcome(await complete(code, other.body.access_token))).toEqual([401, 'UNAUTHORIZED']);
    expect((await exchange(app, code)).status).toBe(401);
    const answers = await Promise.all(Array.from({ length: 20 }, () => complete(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    token = other.body.access_token;
    const query = ticketOf(await begin());
    const callback = await toCallback(app, idp, connectionId, 'anna', { browser: new Browser(), query });
    await expect(follow(app, callback, new Browser())).resolves.toMatchObject({ answer: { status: 403 } });
    const again = await app.http.get(`/api/auth/sso/${connectionId}/start?step_up=${query.step_up}`);
    expect(outcome(again)).toEqual([403, 'ATTEMPT_ENDED']);
  });

  it('counts for a minute, and not for a session that has ended', async () => {
    const code = (await atProvider()).get('step_up_code');
    app.clock.advance({ seconds: 61 });
    expect((await complete(code)).status).toBe(401);
    app.clock.advance({ seconds: -61 });
    const query = ticketOf(await begin());
    const browser = new Browser();
    const callback = await toCallback(app, idp, connectionId, 'anna', { browser, query });
    await app.http.post('/api/auth/logout', undefined, { token });
    expect((await follow(app, callback, browser)).to.get('error')).toBe('ATTEMPT_ENDED');
  });

  it('is not for a session that began with a password, nor a password for one that began here', async () => {
    const { accessToken } = await logIn(app.http, 'olivia');
    const refused = await begin(accessToken);
    expect([...outcome(refused), refused.body.step_up]).toEqual([409, 'STEP_UP_METHOD_REFUSED', { methods: ['password'] }]);
    const password = await app.http.post('/api/auth/step-up/password', { password: 'x' }, { token });
    expect([...outcome(password), password.body.step_up]).toEqual([409, 'STEP_UP_METHOD_REFUSED', { methods: ['sso'] }]);
  });
});
