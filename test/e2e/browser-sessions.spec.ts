import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DEMO_PASSWORD, DEMO_TOTP } from '../../src/demo/demo-data.js';
import type { Answer } from '../support/http-client.js';
import { nextTotp } from '../support/mfa.js';
import { addConnection, logInBySso } from '../support/sign-on.js';
import { PageClient } from '../support/page-client.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const COOKIE = 'headgate_session';
const OLIVIA = { username: 'olivia', password: DEMO_PASSWORD };
const ROUTES: readonly (readonly [string, object])[] = [
  ['login', OLIVIA],
  ['mfa/verify', { mfa_token: 'A'.repeat(43), method: 'totp', code: '123456' }],
  ['exchange', { code: 'A'.repeat(43) }],
  ['link', { link_token: 'A'.repeat(43), password: DEMO_PASSWORD }],
  ['refresh', {}],
  ['logout', {}],
];

const outcome = ({ status, body }: Answer): unknown[] => [status, body?.code];

describe('the session of a browser', () => {
  let app: TestApp;
  let page: PageClient;
  beforeAll(async () => {
    app = await startTestApp();
  });
  beforeEach(async () => {
    page = new PageClient(app.http);
    await forgetFailures();
  });
  afterAll(() => app.close());

  const me = (token: string, headers = {}) => app.http.get('/api/v1/me', { token, headers });
  const forgetFailures = () => app.dataSource.query('DELETE FROM attempt_throttles');
  const failures = async () => (await app.dataSource.query('SELECT 1 FROM attempt_throttles')).length;

  describe.each(ROUTES)('POST /api/auth/browser/%s', (path, body) => {
    it.each([
      ['a page of another site', { Origin: 'https://evil.example' }],
      ['a page of a sibling host', { Origin: 'http://other.headgate.test', 'Sec-Fetch-Site': 'same-site' }],
      ['a page of another site that claims the origin', { 'Sec-Fetch-Site': 'cross-site' }],
      ['an address bar', { 'Sec-Fetch-Site': 'none' }],
      ['a page without an origin', { Origin: 'null' }],
      ['a name that leads here', { Origin: 'http://127.0.0.1:3999', Host: '127.0.0.1:3999' }],
    ])('refuses %s, with and without a cookie', async (_, headers) => {
      expect(outcome(await page.post(path, body, headers))).toEqual([403, 'FOREIGN_ORIGIN']);
      await page.post('login', OLIVIA);
      expect(outcome(await page.post(path, body, headers))).toEqual([403, 'FOREIGN_ORIGIN']);
      expect((await page.post('refresh')).status).toBe(200);
    });

    it('refuses a request without Origin from any site', async () => {
      for (const site of [undefined, 'cross-site', 'same-origin']) {
        const headers = site === undefined ? undefined : { 'Sec-Fetch-Site': site };
        const answer = await app.http.post(`/api/auth/browser/${path}`, body, headers && { headers });
        expect(outcome(answer)).toEqual([403, 'FOREIGN_ORIGIN']);
      }
    });

    it('takes JSON only, which no form of another page can send', async () => {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json5']) {
        const answer = await page.post(path, JSON.stringify(body), { 'Content-Type': type });
        expect(outcome(answer)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
      }
      const { Origin, ...site } = { Origin: 'http://headgate.test', 'Sec-Fetch-Site': 'same-origin' };
      const empty = await app.http.post(`/api/auth/browser/${path}`, undefined, { headers: { Origin, ...site } });
      expect(outcome(empty)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    });
  });

  describe('login', () => {
    it('answers an access token, and keeps the refresh token from every script', async () => {
      const { status, body } = await page.post('login', OLIVIA);
      expect([status, Object.keys(body).sort()]).toEqual([200, ['access_token', 'expires_in', 'token_type', 'user']]);
      expect((await me(body.access_token)).status).toBe(200);
      expect(page.attributes.get(COOKIE)?.slice().sort()).toEqual(['httponly', 'path=/api/auth/browser', 'samesite=strict']);
    });

    it('lasts as long as the session where the person stays signed in', async () => {
      await page.post('login', { ...OLIVIA, stay_signed_in: true });
      expect(page.attributes.get(COOKIE)).toContain(`max-age=${30 * 86_400}`);
      await page.post('login', { ...OLIVIA, stay_signed_in: false });
      expect(page.attributes.get(COOKIE)?.join()).not.toMatch(/max-age|expires/);
    });

    it.each(['yes', 1, null])('accepts true or false for it, and not %p', async (value) => {
      const answer = await page.post('login', { ...OLIVIA, stay_signed_in: value });
      expect([...outcome(answer), page.session]).toEqual([400, 'VALIDATION_FAILED', undefined]);
    });

    it('gives no cookie for a wrong password, and leaves the one that is there', async () => {
      const wrong = { ...OLIVIA, password: 'not the password' };
      expect([...outcome(await page.post('login', wrong)), page.session]).toEqual([401, 'UNAUTHORIZED', undefined]);
      await page.post('login', OLIVIA);
      await page.post('login', wrong);
      expect((await page.post('refresh')).status).toBe(200);
    });

    it('ends the session that the browser had, once it has succeeded', async () => {
      const first = await page.post('login', OLIVIA);
      const old = page.cookieHeader();
      const second = await page.post('login', { ...OLIVIA, username: 'vera' });
      expect((await me(first.body.access_token)).status).toBe(401);
      expect((await me(second.body.access_token)).status).toBe(200);
      expect((await page.post('refresh', {}, old)).status).toBe(401);
      const rows = await app.dataSource.query(
        `SELECT a.detail, u.username FROM audit_events a JOIN users u ON u.id = a.actor_user_id
          WHERE a.action = 'session.logged_out' ORDER BY a.id DESC LIMIT 1`,
      );
      expect(rows).toEqual([{ detail: { reason: 'replaced' }, username: 'olivia' }]);
    });

    it('opens one session each, 20 times at once with the same old cookie', async () => {
      await page.post('login', OLIVIA);
      const tabs = Array.from({ length: 20 }, () => {
        const tab = new PageClient(app.http);
        for (const [name, value] of page.cookies) tab.cookies.set(name, value);
        return tab;
      });
      const answers = await Promise.all(tabs.map((tab) => tab.post('login', OLIVIA)));
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
      expect((await page.post('refresh')).status).toBe(401);
      const [{ ended }] = await app.dataSource.query(
        "SELECT count(*)::int AS ended FROM sessions WHERE end_reason = 'replaced' AND created_at = $1",
        [app.clock.now()],
      );
      expect(ended).toBeGreaterThan(0);
    });
  });

  describe('login with a second factor', () => {
    const password = { username: DEMO_TOTP.user, password: DEMO_PASSWORD };

    it('keeps a session only after the factor, for as long as was asked then', async () => {
      const first = await page.post('login', { ...password, stay_signed_in: true });
      expect([...outcome(first), page.session]).toEqual([401, 'MFA_REQUIRED', undefined]);
      const mfa_token = first.body.mfa.token;
      const wrong = await page.post('mfa/verify', { mfa_token, method: 'totp', code: '000000', stay_signed_in: true });
      expect([...outcome(wrong), page.session]).toEqual([401, 'UNAUTHORIZED', undefined]);
      const code = nextTotp(app.clock);
      const right = await page.post('mfa/verify', { mfa_token, method: 'totp', code, stay_signed_in: true });
      expect([right.status, Object.keys(right.body).sort()]).toEqual([
        200,
        ['access_token', 'device_activation', 'expires_in', 'token_type', 'user'],
      ]);
      expect(page.attributes.get(COOKIE)).toContain(`max-age=${30 * 86_400}`);
      expect((await page.post('refresh')).status).toBe(200);
      const again = await page.post('mfa/verify', { mfa_token, method: 'totp', code });
      expect(again.status).toBe(401);
      expect((await page.post('refresh')).status).toBe(200);
    });
  });

  describe('refresh', () => {
    it('answers an access token to every tab, and changes no cookie', async () => {
      await page.post('login', OLIVIA);
      const secondTab = new PageClient(app.http);
      secondTab.cookies.set(COOKIE, page.cookies.get(COOKIE) ?? '');
      const { status, body, headers } = await secondTab.post('refresh');
      expect([status, Object.keys(body).sort()]).toEqual([200, ['access_token', 'expires_in', 'token_type']]);
      expect(headers.getSetCookie()).toEqual([]);
      expect((await me(body.access_token)).status).toBe(200);
    });

    it('works 20 times at once', async () => {
      await page.post('login', OLIVIA);
      const answers = await Promise.all(Array.from({ length: 20 }, () => page.post('refresh')));
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    });

    it('answers nothing without a cookie of ours, which counts as no guess', async () => {
      const foreign = { Cookie: `${COOKIE}=${'A'.repeat(9_000)}` };
      for (const headers of [{}, foreign]) expect((await page.post('refresh', {}, headers)).status).toBe(204);
      expect(await failures()).toBe(0);
    });

    it('answers 401 for a session that has ended or was idle too long, and leaves the cookie for a later login', async () => {
      const { body } = await page.post('login', OLIVIA);
      await app.http.post('/api/auth/logout', undefined, { token: body.access_token });
      await forgetFailures();
      const refused = await page.post('refresh');
      expect([...outcome(refused), refused.headers.getSetCookie()]).toEqual([401, 'UNAUTHORIZED', []]);
      expect(await failures()).toBe(1);
      await page.post('login', OLIVIA);
      app.clock.advance({ days: 8 });
      expect((await page.post('refresh')).status).toBe(401);
    });

    it.each(['', 'A'.repeat(43), 'ä=;"'])('answers 401 for an invalid cookie: %#', async (value) => {
      expect(outcome(await page.post('refresh', {}, { Cookie: `${COOKIE}=${encodeURI(value)}` }))).toEqual([401, 'UNAUTHORIZED']);
    });

    it('accepts no refresh token from the body', async () => {
      const { refreshToken } = await logIn(app.http, 'olivia');
      const { status, body } = await page.post('refresh', { refresh_token: refreshToken });
      expect([status, body.details[0].code, body.details[0].field]).toEqual([400, 'unknown_field', 'refresh_token']);
    });
  });

  describe('logout', () => {
    it('ends the session in every tab, and clears the cookie', async () => {
      const { body } = await page.post('login', OLIVIA);
      const old = page.cookieHeader();
      const answer = await page.post('logout');
      expect([answer.status, answer.body, page.session]).toEqual([200, { logout_url: null }, undefined]);
      expect(answer.headers.get('clear-site-data')).toBe('"storage"');
      expect(page.attributes.get(COOKIE)).toEqual(expect.arrayContaining(['path=/api/auth/browser']));
      expect([(await me(body.access_token)).status, (await page.post('refresh', {}, old)).status]).toEqual([401, 401]);
    });

    it('answers 200 without a session, and a second time', async () => {
      expect((await page.post('logout')).body).toEqual({ logout_url: null });
      await page.post('login', OLIVIA);
      const old = page.cookieHeader();
      expect([(await page.post('logout')).status, (await page.post('logout', {}, old)).status]).toEqual([200, 200]);
    });

    it('ends the session after a step-up has continued it under another id', async () => {
      const { body } = await page.post('login', OLIVIA);
      const { access_token: token } = (
        await app.http.post('/api/auth/step-up/password', { password: DEMO_PASSWORD }, { token: body.access_token })
      ).body;
      expect((await me(token)).status).toBe(200);
      await page.post('logout');
      expect((await me(token)).status).toBe(401);
    });

    it('says nothing of a provider that cannot be reached, and still ends the session', async () => {
      const { accessToken, refreshToken } = await logInBySso(app, 'adam', await addConnection(app));
      page.cookies.set(COOKIE, refreshToken);
      expect((await page.post('logout')).body).toEqual({ logout_url: null });
      expect((await me(accessToken)).status).toBe(401);
    });
  });

  it('is read by no other route', async () => {
    await page.post('login', OLIVIA);
    const headers = page.cookieHeader();
    for (const path of ['/api/v1/me', '/api/v1/sessions']) expect((await app.http.get(path, { headers })).status).toBe(401);
    expect((await app.http.post('/api/auth/logout', undefined, { headers })).status).toBe(401);
    expect((await app.http.post('/api/auth/refresh', {}, { headers })).status).toBe(400);
    expect((await page.post('refresh')).status).toBe(200);
  });

  it('works under each name of the own machine', async () => {
    const local = await startTestApp({
      environment: { PUBLIC_URL: 'http://localhost:3999' },
      database: { url: app.databaseUrl },
    });
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      const own = new PageClient(local.http, `http://${host}:3999`);
      const headers = { Host: `${host}:3999` };
      expect((await own.post('login', OLIVIA, headers)).status).toBe(200);
      expect((await own.post('refresh', {}, headers)).status).toBe(200);
      for (const origin of [`http://${host}:4000`, 'http://rebound.example:3999'])
        expect(outcome(await own.post('refresh', {}, { ...headers, Origin: origin }))).toEqual([403, 'FOREIGN_ORIGIN']);
    }
    const rebound = { Origin: 'http://rebound.example:3999', Host: 'rebound.example:3999' };
    expect(outcome(await page.post('refresh', {}, rebound))).toEqual([403, 'FOREIGN_ORIGIN']);
    await local.close();
  });

  it('has another name at another port, so that two installations on one host do not sign each other out', async () => {
    const names = [];
    for (const port of ['3001', '3002']) {
      const one = await startTestApp({ environment: { PUBLIC_URL: `http://localhost:${port}` }, database: { url: app.databaseUrl } });
      const client = new PageClient(one.http, `http://localhost:${port}`);
      await client.post('login', OLIVIA, { Host: `localhost:${port}` });
      names.push(...client.cookies.keys());
      await one.close();
    }
    expect(names.sort()).toEqual(['headgate_device_3001', 'headgate_device_3002', 'headgate_session_3001', 'headgate_session_3002']);
  });

  it('has different names on http and https, and neither is accepted in place of the other', async () => {
    const https = await startTestApp({
      environment: { PUBLIC_URL: 'https://headgate.test' },
      database: { url: app.databaseUrl },
    });
    const safe = new PageClient(https.http, 'https://headgate.test');
    await safe.post('login', OLIVIA);
    expect(safe.attributes.get('__Host-headgate_session')?.slice().sort()).toEqual(['httponly', 'path=/', 'samesite=strict', 'secure']);
    const token = safe.cookies.get('__Host-headgate_session') ?? '';
    expect((await safe.post('refresh')).status).toBe(200);
    expect((await safe.post('refresh', {}, { Cookie: `${COOKIE}=${token}` })).status).toBe(204);
    expect((await page.post('refresh', {}, { Cookie: `__Host-${COOKIE}=${token}` })).status).toBe(204);
    expect(outcome(await safe.post('refresh', {}, { Origin: 'http://headgate.test' }))).toEqual([403, 'FOREIGN_ORIGIN']);
    await https.close();
  });
});
