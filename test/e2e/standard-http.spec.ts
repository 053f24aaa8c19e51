import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import { CuttableProxy } from '../support/cuttable-proxy.js';
import type { Answer } from '../support/http-client.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const NEW = 'a quiet estuary at low tide';
const WRONG = 'this-is-not-the-password';
const CREDENTIALS = { username: 'olivia', password: DEMO_PASSWORD };
const CHANGE = { current_password: DEMO_PASSWORD, new_password: NEW };

describe('the standard for HTTP', () => {
  let app: TestApp;
  let olivia: LoggedIn;
  beforeAll(async () => {
    app = await startTestApp({
      environment: { PUBLIC_URL: 'https://headgate.example', CORS_ORIGINS: 'https://app.example' },
    });
    olivia = await logIn(app.http, 'olivia');
  });
  afterAll(() => app.close());

  describe('a field that would raise privileges', () => {
    const state = () =>
      app.dataSource.query(
        `SELECT (SELECT jsonb_agg(to_jsonb(u) - 'updated_at' ORDER BY id) FROM users u) AS users,
                (SELECT jsonb_agg(to_jsonb(m) ORDER BY m) FROM organization_members m) AS members,
                (SELECT count(*)::int FROM sessions) AS sessions`,
      );

    it.each([
      ['role', 'owner'],
      ['role_id', 1],
      ['is_system_admin', true],
      ['isSystemAdmin', true],
      ['emailVerified', true],
      ['email_verified_at', '2026-11-20T09:00:00Z'],
      ['trusted', true],
      ['trust_epoch', 99],
      ['organizationId', 2],
      ['organization_id', 2],
      ['user_id', 1],
      ['status', 'active'],
      ['amr', ['pwd', 'otp']],
      ['acr', 'aal2'],
    ])('%s is refused in every body and changes nothing [statement 62]', async (field, value) => {
      const before = await state();
      const extra = { [field]: value };
      const { accessToken: token, refreshToken } = olivia;
      const answers = [
        await app.http.post('/api/auth/login', { ...CREDENTIALS, ...extra }),
        await app.http.post('/api/auth/refresh', { refresh_token: refreshToken, ...extra }),
        await app.http.post('/api/auth/password', { ...CHANGE, ...extra }, { token }),
      ];
      expect(answers.map(({ status, body }) => [status, body.code, body.details[0].field])).toEqual(
        Array(3).fill([400, 'VALIDATION_FAILED', field]),
      );
      expect(await state()).toEqual(before);
    });

    it('is ignored in a query string [statement 62]', async () => {
      const query = 'role=system_admin&user_id=1&organizationId=2&acr=aal2';
      const { status, body } = await app.http.get(`/api/v1/me?${query}`, { token: olivia.accessToken });
      expect([status, body.data.user, body.data.session.acr]).toEqual([
        200,
        { id: '2', username: 'olivia', display_name: 'Olivia Okafor', email: 'olivia@delta.example', role: 'owner' },
        'aal1',
      ]);
    });
  });

  it.each(['text/plain', 'text/plain; charset=utf-8', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'a form’s POST as %s is refused with right JSON in it, and does nothing [statement 64]',
    async (type) => {
      const count = async () =>
        (await app.dataSource.query('SELECT count(*)::int AS sessions, max(last_used_at) AS last FROM sessions'))[0];
      const before = await count();
      app.clock.advance({ seconds: 1 });
      const send = (path: string, body: object, token?: string) =>
        app.http.post(path, JSON.stringify(body), { token, headers: { 'Content-Type': type } });
      const answers = [
        await send('/api/auth/login', CREDENTIALS),
        await send('/api/auth/refresh', { refresh_token: olivia.refreshToken }),
        await send('/api/auth/password', CHANGE, olivia.accessToken),
        await send('/api/auth/logout', {}, olivia.accessToken),
      ];
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(4).fill([415, 'UNSUPPORTED_MEDIA_TYPE']));
      expect(await count()).toEqual(before);
      expect((await app.http.get('/api/v1/me', { token: olivia.accessToken })).status).toBe(200);
    },
  );

  it('every answer, whatever its status, has HSTS, nosniff, a charset and no foreign origin [statement 65]', async () => {
    for (const [status, ask] of Object.entries(answersByStatus())) {
      const { headers, ...answer } = await ask({ Origin: 'https://evil.example' });
      expect(answer.status).toBe(Number(status));
      expect([status, headers.get('strict-transport-security')]).toEqual([status, 'max-age=63072000; includeSubDomains']);
      expect([status, headers.get('x-content-type-options')]).toEqual([status, 'nosniff']);
      expect([status, headers.get('content-type')]).toEqual([status, status === '204' ? null : 'application/json; charset=utf-8']);
      expect([status, headers.get('access-control-allow-origin')]).toEqual([status, null]);
      const ours = await ask({ Origin: 'https://app.example' });
      expect(ours.headers.get('access-control-allow-origin')).toBe('https://app.example');
    }
  });

  it('no error reveals a stack, a path, SQL or a version, in body or headers [statement 66]', async () => {
    const proxy = new CuttableProxy(new URL(app.databaseUrl));
    const cut = await startTestApp({ clock: app.clock, database: { url: await proxy.open() } });
    await proxy.cut();
    const errors = Object.entries(answersByStatus()).filter(([status]) => Number(status) >= 400);
    const answers = [
      ...(await Promise.all(errors.map(([, ask]) => ask({})))),
      await cut.http.post('/api/auth/login', CREDENTIALS),
      await withoutTable('rivers', () => app.http.get('/api/rivers', { token: olivia.accessToken })),
      await withoutTable('users', () => app.http.post('/api/auth/login', CREDENTIALS)),
    ];
    await cut.close();
    expect(answers.map(({ status }) => status)).toEqual([400, 401, 404, 413, 415, 503, 500, 500]);
    for (const { status, body, text: whole, headers } of answers) {
      const documented = ['code', 'details', 'message', 'request_id', 'success'];
      expect(documented).toEqual(expect.arrayContaining(Object.keys(body)));
      expect([status, whole]).toEqual([
        status,
        expect.not.stringMatching(
          /\bat .+:\d+|\.[jt]s\b|node_modules|\/(home|work|src|dist)\b|select|insert|relation|column|postgres|typeorm|express|nest|\d+\.\d+\.\d+/i,
        ),
      ]);
      const named = [...headers].filter(([name]) => /^(server|via|x-powered-by|x-aspnet.*|x-runtime|x-version)$/.test(name));
      expect([status, named]).toEqual([status, []]);
    }
  });

  describe('verbs', () => {
    it.each(['TRACE', 'PROPFIND', 'MKCOL', 'PURGE', 'SEARCH', 'LINK', 'LOCK', 'REPORT', 'COPY'])(
      '%s is 404 or 405 everywhere and echoes nothing [statement 67]',
      async (method) => {
        for (const path of ['/', '/api/v1/me', '/api/v1/sessions', '/api/auth/login', '/api/rivers', '/health/live']) {
          const { status, body, headers } = await verb(method, path);
          expect([method, path, [404, 405].includes(status)]).toEqual([method, path, true]);
          expect(body).not.toContain(olivia.accessToken);
          expect(headers['content-type']).not.toContain('message/http');
        }
      },
    );

    it.each([
      ['PUT', '/api/v1/me'],
      ['DELETE', '/api/v1/me'],
      ['PATCH', '/api/v1/sessions'],
      ['GET', '/api/auth/login'],
      ['PUT', '/api/auth/refresh'],
      ['GET', '/api/auth/logout'],
      ['POST', '/api/rivers'],
      ['DELETE', '/.well-known/jwks.json'],
    ])('%s is 405 on %s, which has no such method [statement 67]', async (method, path) => {
      expect((await verb(method, path)).status).toBe(405);
    });

    it.each(['BREW', 'TRACK', 'XGET'])('%s, which is no method of HTTP, is refused by the parser [statement 67]', async (method) => {
      expect(await verb(method, '/api/v1/me')).toMatchObject({ status: 400, body: expect.stringContaining('"VALIDATION_FAILED"') });
    });

    it('a method override does not turn a read into anything else [statement 67]', async () => {
      const { accessToken: token } = await logIn(app.http, 'adam');
      for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']) {
        const headers = { [name]: 'DELETE' };
        expect((await app.http.get('/api/v1/sessions?_method=DELETE', { token, headers })).status).toBe(200);
        expect((await app.http.post('/api/v1/sessions?_method=DELETE', undefined, { token, headers })).status).toBe(405);
      }
      expect(await stillLive(olivia)).toBe(true);
    });

    async function verb(method: string, path: string): Promise<{ status: number; body: string; headers: IncomingMessage['headers'] }> {
      const headers = { Authorization: `Bearer ${olivia.accessToken}`, Connection: 'close' };
      const outgoing = request(`${app.url}${path}`, { method, headers });
      outgoing.end();
      const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
      return { status: incoming.statusCode ?? 0, body: await text(incoming), headers: incoming.headers };
    }
  });

  /** A way to each status that the routes have, with headers of one's own. */
  function answersByStatus(): Record<number, (headers: Record<string, string>) => Promise<Answer>> {
    const post = (path: string, body: unknown, headers: Record<string, string>) => app.http.post(path, body, { headers });
    return {
      200: (headers) => app.http.get('/api/v1/me', { token: olivia.accessToken, headers }),
      204: async (headers) => {
        const { accessToken: token } = await logIn(app.http, 'oscar');
        return app.http.post('/api/auth/logout', undefined, { token, headers });
      },
      400: (headers) => post('/api/auth/login', '{"username":', headers),
      401: (headers) => post('/api/auth/login', { username: 'olivia', password: WRONG }, headers),
      404: (headers) => app.http.get('/api/v1/nothing-here', { token: olivia.accessToken, headers }),
      413: (headers) => post('/api/auth/login', { username: 'x'.repeat(200_000), password: WRONG }, headers),
      415: (headers) => post('/api/auth/login', 'x', { ...headers, 'Content-Type': 'text/plain' }),
    };
  }
  async function withoutTable(table: string, ask: () => Promise<Answer>): Promise<Answer> {
    await app.dataSource.query(`ALTER TABLE ${table} RENAME TO gone`);
    try {
      return await ask();
    } finally {
      await app.dataSource.query(`ALTER TABLE gone RENAME TO ${table}`);
    }
  }
  async function stillLive({ accessToken: token }: LoggedIn): Promise<boolean> {
    return (await app.http.get('/api/v1/me', { token })).status === 200;
  }
});
