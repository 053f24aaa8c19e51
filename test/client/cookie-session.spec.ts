import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { HeadgateClient, type HeadgateOptions, type Locks } from '../../clients/typescript/dist/index.js';
import { DEMO_PASSWORD, DEMO_TOTP } from '../../src/demo/demo-data.js';
import { nextTotp } from '../support/mfa.js';
import { type TestApp, startTestApp } from '../support/test-app.js';

const OLIVIA = { username: 'olivia', password: DEMO_PASSWORD };

/** What a browser adds to the requests of all its tabs: the origin of the page, and cookies that no script sees. */
class Jar {
  private readonly cookies = new Map<string, string>();
  readonly sent: string[] = [];
  readonly answered: string[] = [];

  readonly fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    this.sent.push(`${request.method} ${pathname}`);
    const headers = new Headers(request.headers);
    headers.set('Origin', 'http://headgate.test');
    headers.set('Sec-Fetch-Site', 'same-origin');
    headers.set('Cookie', [...this.cookies].map((pair) => pair.join('=')).join('; '));
    const body = request.method === 'GET' ? null : await request.text();
    const response = await fetch(request.url, { method: request.method, headers, body: body === '' ? null : body });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    this.answered.push(await response.clone().text());
    return response;
  };

  get session(): string | undefined {
    return this.cookies.get('headgate_session');
  }

  times(request: string): number {
    return this.sent.filter((one) => one === request).length;
  }
}

describe('the TypeScript client with its session in a cookie', () => {
  let app: TestApp;
  let jar: Jar;
  beforeAll(async () => {
    app = await startTestApp();
  });
  beforeEach(async () => {
    jar = new Jar();
    await app.dataSource.query('DELETE FROM attempt_throttles');
    app.clock.advance({ minutes: 2 });
  });
  afterAll(() => app.close());

  const tab = (options: Partial<HeadgateOptions> = {}) =>
    new HeadgateClient({ baseUrl: app.url, session: 'cookie', fetch: jar.fetch, ...options });
  const accessTokensExpire = () => app.clock.advance({ hours: 1, seconds: 1 });

  it('logs in, and sees no refresh token', async () => {
    const page = tab();
    expect((await page.login({ ...OLIVIA, stay_signed_in: true })).kind).toBe('tokens');
    expect((await page.GET('/api/v1/me')).data?.user.username).toBe('olivia');
    expect(jar.session?.length).toBeGreaterThan(20);
    expect(jar.answered.join()).not.toContain(jar.session);
    expect(jar.sent).toEqual(['POST /api/auth/browser/login', 'GET /api/v1/me']);
  });

  it('logs in with a second factor, and stays signed in as was said at the password', async () => {
    const bodies: string[] = [];
    const fetching = async (request: Request) => {
      bodies.push(await request.clone().text());
      return jar.fetch(request);
    };
    const login = await tab({ fetch: fetching }).login({
      username: DEMO_TOTP.user,
      password: DEMO_PASSWORD,
      stay_signed_in: true,
    });
    if (login.kind !== 'mfa') throw new Error(`The login is at ${login.kind}.`);
    expect(jar.session).toBeUndefined();
    expect((await login.verify({ method: 'totp', code: nextTotp(app.clock) })).kind).toBe('tokens');
    expect(jar.sent).toEqual(['POST /api/auth/browser/login', 'POST /api/auth/browser/mfa/verify']);
    expect(bodies.map((body) => JSON.parse(body).stay_signed_in)).toEqual([true, true]);
  });

  it('exchanges and links through the routes of pages, and says what was refused', async () => {
    const page = tab();
    expect(await page.exchange({ code: 'A'.repeat(43) })).toMatchObject({ kind: 'refused', error: { status: 401 } });
    const proof = { link_token: 'A'.repeat(43), password: DEMO_PASSWORD };
    expect(await page.link(proof)).toMatchObject({ kind: 'refused', error: { status: 401 } });
    expect(jar.sent).toEqual(['POST /api/auth/browser/exchange', 'POST /api/auth/browser/link']);
  });

  it('continues after a reload and in a second tab, and says whether a person is signed in', async () => {
    expect(await tab().restore()).toBe(false);
    await tab().login(OLIVIA);
    const reloaded = tab();
    expect(await Promise.all([reloaded.restore(), reloaded.restore()])).toEqual([true, true]);
    expect(jar.times('POST /api/auth/browser/refresh')).toBe(2);
    expect((await reloaded.GET('/api/v1/me')).data?.user.username).toBe('olivia');
    expect([await reloaded.restore(), jar.times('POST /api/auth/browser/refresh')]).toEqual([true, 2]);
  });

  it('says so while the service is busy, and does not take the person for signed out', async () => {
    const busy = { success: false, code: 'UNAVAILABLE', message: 'Busy.', request_id: 'r' };
    const page = tab({ fetch: async () => Response.json(busy, { status: 503, headers: { 'Retry-After': '7' } }) });
    await expect(page.restore()).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 7 });
  });

  it('refreshes once for 20 calls, and in one tab after the other', async () => {
    let running = 0;
    let most = 0;
    let last: Promise<unknown> = Promise.resolve();
    const locks: Locks = {
      request: (_name, work) => {
        const mine = last.then(work);
        last = mine.catch(() => undefined);
        return mine;
      },
    };
    const fetching = async (request: Request) => {
      const isRefresh = request.url.endsWith('/refresh');
      if (isRefresh) most = Math.max(most, ++running);
      const answer = await jar.fetch(request);
      if (isRefresh) running--;
      return answer;
    };
    const [page, other] = [tab({ locks, fetch: fetching }), tab({ locks, fetch: fetching })];
    await page.login(OLIVIA);
    await other.restore();
    accessTokensExpire();
    const asked = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? page : other).GET('/api/v1/me'));
    const answers = await Promise.all(asked);
    expect(answers.map(({ error }) => error)).toEqual(Array(20).fill(undefined));
    expect([jar.times('POST /api/auth/browser/refresh'), most]).toEqual([3, 1]);
  });

  it('logs out of every tab', async () => {
    const [page, other] = [tab(), tab()];
    await page.login(OLIVIA);
    await other.restore();
    expect(await page.logout()).toBeNull();
    expect((await page.GET('/api/v1/me')).error?.code).toBe('UNAUTHORIZED');
    expect((await other.GET('/api/v1/me')).error?.code).toBe('UNAUTHORIZED');
    expect([await other.restore(), jar.session]).toEqual([false, undefined]);
  });

  it('sends nothing of one person in the name of another who has logged in in another tab', async () => {
    const [page, other] = [tab(), tab()];
    await page.login(OLIVIA);
    await other.login({ ...OLIVIA, username: 'vera' });
    const { error } = await page.POST('/api/v1/mfa/totp', { body: {} });
    expect([error?.code, jar.times('POST /api/v1/mfa/totp')]).toEqual(['UNAUTHORIZED', 1]);
    expect([await page.restore(), (await page.GET('/api/v1/me')).data?.user.username]).toEqual([true, 'vera']);
  });
});
