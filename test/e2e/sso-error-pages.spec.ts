import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addConnection } from '../support/sign-on.js';
import { type TestApp, startTestApp } from '../support/test-app.js';

const BROWSER = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

describe('a login at an identity provider that fails without a known way back', () => {
  let app: TestApp;
  let connectionId: number;
  beforeAll(async () => {
    app = await startTestApp({ environment: { SSO_RETURN_URLS: 'https://app.example/signed-in' } });
    connectionId = await addConnection(app, { status: 'disabled' });
  });
  afterAll(() => app.close());

  const ways = (id: string | number) =>
    [
      ['GET', `/api/auth/sso/${id}/start`, undefined, 'CONNECTION_NOT_ACTIVE'],
      ['GET', `/api/auth/sso/${id}/callback?state=${'A'.repeat(43)}&code=c`, undefined, 'ATTEMPT_ENDED'],
      ['POST', `/api/auth/sso/${id}/acs`, 'SAMLResponse=PHg+&RelayState=r', 'ATTEMPT_ENDED'],
      ['GET', `/api/auth/sso/${id}/finish?ticket=${'A'.repeat(43)}`, undefined, 'ATTEMPT_ENDED'],
    ] as const;
  const ask = (method: string, path: string, body: string | undefined, headers: Readonly<Record<string, string>>) =>
    app.http.send(method, path, body, { headers: body === undefined ? headers : { ...FORM, ...headers } });

  it('leads browsers to the sign-in page, which says why', async () => {
    for (const [method, path, body, code] of ways(connectionId)) {
      const { status, headers, text } = await ask(method, path, body, BROWSER);
      const page = new URL(headers.get('location') ?? '');
      const said = Object.fromEntries(new URLSearchParams(page.hash.slice(1)));
      expect([status, page.origin + page.pathname + page.search]).toEqual([303, 'http://headgate.test/signin']);
      expect(said).toEqual({
        error: code,
        error_description: expect.stringMatching(/^[A-Z].*\.$/),
        request_id: headers.get('x-request-id'),
      });
      expect([headers.get('cache-control'), text]).toEqual(['no-store', expect.not.stringContaining('<script')]);
    }
  });

  it('does so for what is wrong with the request itself', async () => {
    for (const [path, code] of [
      ['/api/auth/sso/0x1/start', 'VALIDATION_FAILED'],
      [`/api/auth/sso/${connectionId}/start?return_to=https://evil.example/`, 'VALIDATION_FAILED'],
    ] as const) {
      const { status, headers } = await ask('GET', path, undefined, BROWSER);
      expect([status, headers.get('location')]).toEqual([303, expect.stringContaining(`/signin#error=${code}&`)]);
    }
  });

  it('leads there also from the address for assertions, which a person may open', async () => {
    for (const language of ['en', 'de']) {
      const headers = { ...BROWSER, 'Accept-Language': language };
      const answer = await ask('GET', `/api/auth/sso/${connectionId}/acs?SAMLResponse=PHg%2B`, undefined, headers);
      const said = new URLSearchParams(new URL(answer.headers.get('location') ?? '').hash.slice(1));
      expect([answer.status, said.get('error'), said.get('request_id')]).toEqual([
        303,
        'ATTEMPT_ENDED',
        answer.headers.get('x-request-id'),
      ]);
      expect(said.get('error_description')).toMatch(language === 'de' ? /Melden Sie sich/ : /Log in again/);
    }
  });

  it('answers programs as before', async () => {
    for (const [method, path, body, code] of ways(connectionId))
      for (const Accept of ['application/json', '*/*', 'application/json, text/html']) {
        const answer = await ask(method, path, body, { Accept });
        expect([answer.status, answer.body.code]).toEqual([403, code]);
      }
  });

  it('goes back to an address that is known to be good', async () => {
    const active = await addConnection(app);
    for (const [return_to, status] of [
      ['http://headgate.test/signed-in', 303],
      ['http://headgate.test/signed-in?next=/account', 303],
      ['http://headgate.test/signed-in/', 'no'],
      ['http://headgate.test/elsewhere', 'no'],
    ] as const) {
      const query = new URLSearchParams({ return_to }).toString();
      const answer = await ask('GET', `/api/auth/sso/${active}/start?${query}`, undefined, BROWSER);
      const location = answer.headers.get('location') ?? '';
      expect(location.startsWith('http://headgate.test/signed-in?') ? 303 : 'no').toBe(status);
    }
  });

  it('leads to a front of the installation’s own where there is one', async () => {
    const environment = { CLIENT_URL: 'https://people.example/app/' };
    const fronted = await startTestApp({ environment, database: { url: app.databaseUrl } });
    const { headers } = await fronted.http.get(`/api/auth/sso/${connectionId}/start`, { headers: BROWSER });
    expect(headers.get('location')).toMatch(/^https:\/\/people\.example\/app\/signin#error=CONNECTION_NOT_ACTIVE&/);
    await fronted.close();
  });
});
