import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SetAccountStatus } from '../../src/accounts/application/set-account-status.js';
import { ALL_PERMISSIONS } from '../../src/shared/permission.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('refresh, logout and sessions', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  const me = (token: string) => app.http.get('/api/v1/me', { token });
  const refresh = (refreshToken: unknown) => app.http.post('/api/auth/refresh', { refresh_token: refreshToken });

  describe('POST /api/auth/refresh', () => {
    it('answers exactly the three documented fields, and the token works [statements 44, 50]', async () => {
      const { refreshToken } = await logIn(app.http, 'olivia');
      app.clock.advance({ hours: 2 });
      const { status, body, headers } = await refresh(refreshToken);
      expect(status).toBe(200);
      expect(body).toEqual({ access_token: expect.any(String), token_type: 'bearer', expires_in: 3600 });
      expect(headers.get('cache-control')).toBe('no-store');
      expect((await me(body.access_token)).status).toBe(200);
    });

    it('does not make the session look younger: auth_time stays that of the login', async () => {
      const { refreshToken, accessToken } = await logIn(app.http, 'olivia');
      app.clock.advance({ hours: 1 });
      const { body } = await refresh(refreshToken);
      const claims = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
      expect(claims(body.access_token).auth_time).toBe(claims(accessToken).auth_time);
      expect(claims(body.access_token).iat).toBe(claims(accessToken).iat + 3600);
    });

    it.each([
      ['an access token', 'access'],
      ['nonsense', 'nonsense'],
      ['an empty string', ''],
      ['a well-formed unknown one', 'A'.repeat(43)],
      ['a NUL', '\u0000'],
    ])('refuses %s', async (_, kind) => {
      const { accessToken } = await logIn(app.http, 'olivia');
      const token = kind === 'access' ? accessToken : kind;
      const { status, body } = await refresh(token);
      expect(status).toBe(token === '' || token.length > 512 ? 400 : 401);
      expect(body.code).toBe(status === 400 ? 'VALIDATION_FAILED' : 'UNAUTHORIZED');
    });
  });

  describe('POST /api/auth/logout', () => {
    it('ends access and refresh token at once, on another instance too [statements 40, 51]', async () => {
      const other = await startTestApp({ clock: app.clock, database: { url: app.databaseUrl } });
      const { accessToken, refreshToken } = await logIn(app.http, 'olivia');
      expect((await other.http.get('/api/v1/me', { token: accessToken })).status).toBe(200);
      const answer = await app.http.post('/api/auth/logout', undefined, { token: accessToken });
      expect(answer.status).toBe(204);
      expect(answer.text).toBe('');
      expect(answer.headers.get('clear-site-data')).toBe('"storage"');
      expect((await me(accessToken)).status).toBe(401);
      expect((await other.http.get('/api/v1/me', { token: accessToken })).status).toBe(401);
      expect((await other.http.post('/api/auth/refresh', { refresh_token: refreshToken })).status).toBe(401);
      expect((await app.http.post('/api/auth/logout', undefined, { token: accessToken })).status).toBe(401);
      await other.close();
    });

    it.each(['/api/auth/logout', '/api/auth/sso/logout'])(
      '%s takes an access token that has expired, and nothing else does',
      async (path) => {
        const { accessToken, refreshToken } = await logIn(app.http, 'olivia');
        app.clock.advance({ hours: 25 });
        expect((await me(accessToken)).status).toBe(401);
        expect((await app.http.post(path, undefined, { token: `${accessToken.slice(0, -4)}AAAA` })).status).toBe(401);
        expect((await app.http.post(path, undefined, { token: accessToken })).status).toBeLessThan(300);
        expect((await refresh(refreshToken)).status).toBe(401);
        expect((await app.http.post(path, undefined, { token: accessToken })).status).toBe(401);
      },
    );

    it('leaves the other sessions of the account alone', async () => {
      const [one, two] = [await logIn(app.http, 'olivia'), await logIn(app.http, 'olivia')];
      await app.http.post('/api/auth/logout', undefined, { token: one.accessToken });
      expect((await me(two.accessToken)).status).toBe(200);
    });
  });

  describe('/api/v1/sessions', () => {
    it('lists the caller’s live sessions and marks the current one [statement 43]', async () => {
      const phone = await app.http.post(
        '/api/auth/login',
        { username: 'oscar', password: 'river-delta-headgate' },
        { headers: { 'User-Agent': FIREFOX } },
      );
      app.clock.advance({ seconds: 1 });
      const { accessToken } = await logIn(app.http, 'oscar');
      const { status, body } = await app.http.get('/api/v1/sessions', { token: accessToken });
      expect(status).toBe(200);
      expect(body.success).toBe(true);
      expect(body.data.message).toBe(body.message);
      expect(body.data.pagination).toMatchObject({ page: 1, limit: 10, total: 2 });
      expect(body.data.sessions).toMatchObject([
        { is_current: true, auth_method: 'pwd', ip: '127.0.0.1' },
        { is_current: false, device_name: 'Firefox 140 on Linux' },
      ]);
      expect(Object.keys(body.data.sessions[0]).sort()).toEqual([
        'auth_method',
        'created_at',
        'device_name',
        'id',
        'ip',
        'is_current',
        'last_used_at',
      ]);
      expect(phone.status).toBe(200);
    });

    it('ends one session, twice without error [statements 40, 43]', async () => {
      const [one, two] = [await logIn(app.http, 'adam'), await logIn(app.http, 'adam')];
      const id = sessionIdOf(one.accessToken);
      for (let time = 0; time < 2; time += 1) {
        const { status, body } = await app.http.delete(`/api/v1/sessions/${id}`, { token: two.accessToken });
        expect([status, body]).toEqual([200, { success: true, data: { success: true }, message: 'Session ended.' }]);
      }
      expect((await me(one.accessToken)).status).toBe(401);
      expect((await refresh(one.refreshToken)).status).toBe(401);
      expect((await me(two.accessToken)).status).toBe(200);
    });

    it('answers 404 for another person’s session as for an unknown one, and changes nothing', async () => {
      const [victim, attacker] = [await logIn(app.http, 'adam'), await logIn(app.http, 'oscar')];
      const foreign = await app.http.delete(`/api/v1/sessions/${sessionIdOf(victim.accessToken)}`, {
        token: attacker.accessToken,
      });
      const unknown = await app.http.delete('/api/v1/sessions/2147483647', { token: attacker.accessToken });
      expect([foreign.status, unknown.status]).toEqual([404, 404]);
      expect({ ...foreign.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
      expect((await me(victim.accessToken)).status).toBe(200);
    });

    it.each(['0', '-1', '1.5', 'abc', '2147483648', '99999999999999999999', '1e3', '%00', '01'])(
      'refuses the id %s with 400',
      async (id) => {
        const { accessToken } = await logIn(app.http, 'adam');
        const { status, body } = await app.http.delete(`/api/v1/sessions/${id}`, { token: accessToken });
        expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
        expect(body.details[0].field).toBe('session_id');
      },
    );

    it('ends all sessions but this one [statement 43]', async () => {
      const others = [await logIn(app.http, 'adam'), await logIn(app.http, 'adam')];
      const current = await logIn(app.http, 'adam');
      expect((await app.http.delete('/api/v1/sessions', { token: current.accessToken })).status).toBe(200);
      for (const other of others) expect((await me(other.accessToken)).status).toBe(401);
      expect((await me(current.accessToken)).status).toBe(200);
    });

    it('does not list ended or expired sessions', async () => {
      await logIn(app.http, 'nora');
      app.clock.advance({ days: 8 });
      const { accessToken } = await logIn(app.http, 'nora');
      const { body } = await app.http.get('/api/v1/sessions', { token: accessToken });
      expect(body.data.sessions).toHaveLength(1);
    });
  });

  it('GET /api/v1/me tells who is calling, from which organizations and how', async () => {
    const { accessToken } = await logIn(app.http, 'olivia');
    const { status, body, headers } = await me(accessToken);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      user: { id: '2', username: 'olivia', display_name: 'Olivia Okafor', email: 'olivia@delta.example', role: 'owner' },
      organizations: [{ id: 1, name: 'Delta Analytics', role: 'owner', permissions: ALL_PERMISSIONS, needs: null }],
      workspaces: [],
      permissions_everywhere: [],
      session: {
        id: sessionIdOf(accessToken),
        amr: ['pwd'],
        acr: 'aal1',
        authenticated_at: app.clock.now().toISOString(),
      },
      mfa: { enrolled: false, methods: [] },
      message: body.message,
    });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('puts a disabled user out within one request, access and refresh [statement 41]', async () => {
    const { accessToken, refreshToken } = await logIn(app.http, 'vera');
    await app.app.get(SetAccountStatus).execute({ login: 'vera', status: 'disabled', actorUserId: null });
    expect((await me(accessToken)).status).toBe(401);
    expect((await refresh(refreshToken)).status).toBe(401);
    await app.app.get(SetAccountStatus).execute({ login: 'vera', status: 'active', actorUserId: null });
    expect((await me(accessToken)).status).toBe(401);
  });
});

function sessionIdOf(accessToken: string): number {
  return JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()).sid;
}
