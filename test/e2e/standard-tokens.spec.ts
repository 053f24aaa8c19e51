import { sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SetAccountStatus } from '../../src/accounts/application/set-account-status.js';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import { KeyRing } from '../../src/sessions/adapters/tokens/key-ring.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

type Json = Record<string, unknown>;

describe('the standard for sessions and tokens', () => {
  let app: TestApp;
  let other: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    other = await startTestApp({ clock: app.clock, database: { url: app.databaseUrl } });
  });
  afterAll(async () => {
    await other.close();
    await app.close();
  });

  const refresh = (token: string, on = app, bearer?: string) =>
    on.http.post('/api/auth/refresh', { refresh_token: token }, { token: bearer });
  const me = (token: string | undefined, on = app) => on.http.get('/api/v1/me', { token });
  /** What both tokens of a session open on each instance. */
  async function statusesOf({ accessToken, refreshToken }: LoggedIn): Promise<number[]> {
    const answers = [];
    for (const on of [app, other]) answers.push(await me(accessToken, on), await refresh(refreshToken, on));
    return answers.map(({ status }) => status);
  }
  const OPEN = [200, 200, 200, 200];
  const SHUT = [401, 401, 401, 401];

  describe('a login', () => {
    it('opens a session with an id and a refresh token of its own each time, and leaves the others be [statement 39]', async () => {
      const made: LoggedIn[] = [];
      for (let time = 0; time < 3; time += 1) made.push(await logIn(app.http, 'olivia'));
      expect(new Set(made.map(({ accessToken }) => claimsOf(accessToken)['sid'])).size).toBe(3);
      expect(new Set(made.map(({ refreshToken }) => refreshToken)).size).toBe(3);
      for (const session of made) expect(await statusesOf(session)).toEqual(OPEN);
    });

    it('takes over no session, neither the caller’s own nor one that the request names [statement 39]', async () => {
      const before = await logIn(app.http, 'olivia');
      const sid = claimsOf(before.accessToken)['sid'];
      const credentials = { username: 'olivia', password: DEMO_PASSWORD };
      const again = await app.http.post('/api/auth/login', credentials, {
        token: before.accessToken,
        headers: { Cookie: `session=${String(sid)}; sid=${String(sid)}`, 'X-Session-Id': String(sid) },
      });
      expect(again.status).toBe(200);
      expect(claimsOf(again.body.access_token)['sid']).not.toBe(sid);
      expect(again.body.refresh_token).not.toBe(before.refreshToken);
      for (const field of ['sid', 'session_id', 'refresh_token'])
        expect((await app.http.post('/api/auth/login', { ...credentials, [field]: sid })).status).toBe(400);
    });
  });

  describe('access and refresh token are both refused on the next request, on every instance,', () => {
    const endings: [string, (victim: LoggedIn) => Promise<unknown>][] = [
      ['after a logout', ({ accessToken }) => app.http.post('/api/auth/logout', undefined, { token: accessToken })],
      [
        'after the session was ended from another one',
        async ({ accessToken }) => {
          const { accessToken: token } = await logIn(app.http, 'adam');
          return app.http.delete(`/api/v1/sessions/${String(claimsOf(accessToken)['sid'])}`, { token });
        },
      ],
      [
        'after all other sessions were ended',
        async () => app.http.delete('/api/v1/sessions', { token: (await logIn(app.http, 'adam')).accessToken }),
      ],
      [
        'after the session is gone from the database',
        ({ accessToken }) => app.dataSource.query('DELETE FROM sessions WHERE id = $1', [claimsOf(accessToken)['sid']]),
      ],
    ];
    it.each(endings)('%s [statement 40]', async (_, end) => {
      const victim = await logIn(app.http, 'adam');
      expect(await statusesOf(victim)).toEqual(OPEN);
      await end(victim);
      expect(await statusesOf(victim)).toEqual(SHUT);
    });

    it('after the account was deleted [statement 40]', async () => {
      const victim = await logIn(app.http, 'nora');
      expect(await statusesOf(victim)).toEqual(OPEN);
      await app.dataSource.query('DELETE FROM users WHERE id = $1', [victim.userId]);
      expect(await statusesOf(victim)).toEqual(SHUT);
    });

    it('after the account was disabled, and stay so when it is enabled again [statements 41, 43]', async () => {
      const victims = [await logIn(app.http, 'vera'), await logIn(other.http, 'vera')];
      const setStatus = (status: 'active' | 'disabled') =>
        app.app.get(SetAccountStatus).execute({ login: 'vera', status, actorUserId: null });
      for (const victim of victims) expect(await statusesOf(victim)).toEqual(OPEN);
      await setStatus('disabled');
      for (const victim of victims) expect(await statusesOf(victim)).toEqual(SHUT);
      await setStatus('active');
      for (const victim of victims) expect(await statusesOf(victim)).toEqual(SHUT);
      expect(await statusesOf(await logIn(app.http, 'vera'))).toEqual(OPEN);
    });

    it('after a password change elsewhere, which keeps only its own session [statement 42]', async () => {
      const others = [await logIn(app.http, 'sysadmin'), await logIn(other.http, 'sysadmin')];
      const own = await logIn(app.http, 'sysadmin');
      const change = { current_password: DEMO_PASSWORD, new_password: 'a quiet estuary at low tide' };
      expect((await app.http.post('/api/auth/password', change, { token: own.accessToken })).status).toBe(200);
      for (const session of others) expect(await statusesOf(session)).toEqual(SHUT);
      expect(await statusesOf(own)).toEqual(OPEN);
    });
  });

  describe('the refresh token stays bound to its session and no new one is handed out', () => {
    it('however often it is used: one session, one token at rest, three fields, no cookie [statement 44]', async () => {
      const { accessToken, refreshToken } = await logIn(app.http, 'oscar');
      const sid = claimsOf(accessToken)['sid'];
      const stored = () => app.dataSource.query('SELECT id, refresh_token_hash FROM sessions ORDER BY id');
      const before = await stored();
      for (let time = 0; time < 3; time += 1) {
        app.clock.advance({ minutes: 10 });
        const { status, body, headers } = await refresh(refreshToken);
        expect([status, Object.keys(body).sort()]).toEqual([200, ['access_token', 'expires_in', 'token_type']]);
        expect(headers.get('set-cookie')).toBeNull();
        expect(claimsOf(body.access_token)).toMatchObject({ sid, sub: claimsOf(accessToken)['sub'] });
      }
      expect(await stored()).toEqual(before);
    });

    it('for every sender: the access token of another caller beside it changes nothing [statement 44]', async () => {
      const [oscar, olivia] = [await logIn(app.http, 'oscar'), await logIn(app.http, 'olivia')];
      const { body } = await refresh(oscar.refreshToken, app, olivia.accessToken);
      expect(claimsOf(body.access_token)['sid']).toBe(claimsOf(oscar.accessToken)['sid']);
    });

    it('until the session ends, and the tokens it has given end with it [statement 44]', async () => {
      const { accessToken, refreshToken } = await logIn(app.http, 'oscar');
      const { body } = await refresh(refreshToken);
      await app.http.post('/api/auth/logout', undefined, { token: accessToken });
      expect(await statusesOf({ accessToken: body.access_token, refreshToken, userId: 0 })).toEqual(SHUT);
    });
  });

  it('no refresh carries a session past its absolute limit, however busy it is [statement 45]', async () => {
    const { accessToken, refreshToken } = await logIn(app.http, 'oscar');
    const started = app.clock.now().getTime();
    let latest = accessToken;
    const limit = started + 30 * 86_400_000;
    while (app.clock.now().getTime() < limit - 86_400_000) {
      app.clock.advance({ days: 1 });
      ({ access_token: latest } = (await refresh(refreshToken)).body);
    }
    app.clock.advance({ hours: 23, minutes: 59, seconds: 59 });
    const last = await refresh(refreshToken);
    expect(last.status).toBe(200);
    expect((await me(last.body.access_token)).status).toBe(200);
    app.clock.advance({ seconds: 1 });
    expect(app.clock.now().getTime()).toBe(limit);
    expect(await statusesOf({ accessToken: last.body.access_token, refreshToken, userId: 0 })).toEqual(SHUT);
    expect((await me(latest)).status).toBe(401);
  });

  it('reading alone keeps a session awake, and seven days without anything end it [statement 45]', async () => {
    const { refreshToken } = await logIn(app.http, 'oscar');
    app.clock.advance({ days: 6, hours: 23 });
    const { access_token: token } = (await refresh(refreshToken)).body;
    app.clock.advance({ minutes: 30 });
    expect((await me(token)).status).toBe(200);
    app.clock.advance({ days: 6, hours: 23, minutes: 45 });
    expect((await refresh(refreshToken)).status).toBe(200);
    app.clock.advance({ days: 7 });
    expect((await refresh(refreshToken)).status).toBe(401);
  });

  it('a token of another type, signed with our own key, does not work as an access token [statement 47]', async () => {
    const { accessToken } = await logIn(app.http, 'olivia');
    const { kid, privateKey } = await app.app.get(KeyRing, { strict: false }).signingKey();
    const signed = (typ: unknown): string => {
      const header = Buffer.from(JSON.stringify({ alg: 'ES256', typ, kid })).toString('base64url');
      const input = `${header}.${accessToken.split('.')[1]}`;
      const signature = sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' });
      return `${input}.${signature.toString('base64url')}`;
    };
    for (const typ of ['refresh+jwt', 'mfa+jwt', 'activation', 42]) expect([typ, (await me(signed(typ))).status]).toEqual([typ, 401]);
  });

  it.each(['access_token', 'token', 'jwt', 'bearer', 'authorization', 'Authorization', 'auth_token'])(
    'no access token is taken from the query parameter %s [statement 49]',
    async (name) => {
      const { accessToken } = await logIn(app.http, 'olivia');
      for (const value of [accessToken, `Bearer ${accessToken}`]) {
        const query = new URLSearchParams({ [name]: value }).toString();
        for (const path of ['/api/v1/me', '/api/v1/sessions', '/api/rivers'])
          expect((await app.http.get(`${path}?${query}`)).status).toBe(401);
      }
    },
  );

  it('no refresh token and no password is taken from a query string [statement 49]', async () => {
    const { refreshToken } = await logIn(app.http, 'olivia');
    const refreshing = new URLSearchParams({ refresh_token: refreshToken }).toString();
    const loggingIn = new URLSearchParams({ username: 'olivia', password: DEMO_PASSWORD }).toString();
    for (const body of [undefined, {}]) {
      expect((await app.http.post(`/api/auth/refresh?${refreshing}`, body)).status).toBe(400);
      expect((await app.http.post(`/api/auth/login?${loggingIn}`, body)).status).toBe(400);
    }
    expect((await app.http.get(`/api/auth/refresh?${refreshing}`)).status).toBe(405);
  });

  it('every answer of the routes that take or give tokens is kept out of caches [statement 50]', async () => {
    const { accessToken, refreshToken } = await logIn(app.http, 'olivia');
    const credentials = { username: 'olivia', password: DEMO_PASSWORD };
    const change = { current_password: DEMO_PASSWORD, new_password: 'short' };
    const answers = [
      await app.http.post('/api/auth/login', credentials),
      await app.http.post('/api/auth/login', { ...credentials, password: 'wrong' }),
      await app.http.post('/api/auth/login', {}),
      await refresh(refreshToken),
      await refresh('A'.repeat(43)),
      await app.http.post('/api/auth/password', change, { token: accessToken }),
      await me(accessToken),
      await app.http.get('/api/v1/sessions', { token: accessToken }),
      await app.http.post('/api/auth/logout', undefined, { token: accessToken }),
      await app.http.post('/api/auth/logout', undefined, { token: accessToken }),
    ];
    expect(answers.map(({ status, headers }) => [status, headers.get('cache-control')])).toEqual(
      [200, 401, 400, 200, 401, 400, 200, 200, 204, 401].map((status) => [status, 'no-store']),
    );
  });
});

function claimsOf(jwt: string): Json {
  return JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
}
