import { sign } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import bcrypt from 'bcrypt';
import { Client } from 'pg';
import { HashQueue } from '../../src/accounts/adapters/passwords/hash-queue.js';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import { GraphileWorker } from '../../src/platform/jobs/graphile-worker.js';
import { KeyRing } from '../../src/sessions/adapters/tokens/key-ring.js';
import { Jobs } from '../../src/shared/ports/jobs.js';
import { eventually } from '../platform/fixtures/eventually.js';
import { CuttableProxy } from '../support/cuttable-proxy.js';
import { createTestDatabase } from '../support/database.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const WRONG = 'this-is-not-the-password';
const UNTIMELY = `UPDATE sessions SET expires_at = $1::timestamptz + make_interval(secs => $2),
                                      last_used_at = $1::timestamptz + make_interval(secs => $3)
                   WHERE id = $4`;
const WEEK_SECONDS = 7 * 86_400;

describe('what is live', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({
      environment: { RATE_LIMIT_MULTIPLIER: '1000', CORS_ORIGINS: 'https://app.example', BCRYPT_COST: '10' },
    });
  });
  afterEach(() => void jest.restoreAllMocks());
  afterAll(() => app.close());

  const login = (username: string, password = DEMO_PASSWORD) => app.http.post('/api/auth/login', { username, password });
  const statusesOf = async ({ accessToken, refreshToken }: LoggedIn): Promise<number[]> => [
    (await app.http.get('/api/v1/me', { token: accessToken })).status,
    (await app.http.post('/api/auth/refresh', { refresh_token: refreshToken })).status,
  ];

  describe('an account', () => {
    it('that is disabled in the database alone is out at once: access token, refresh token and password [statement 41]', async () => {
      const vera = await logIn(app.http, 'vera');
      expect(await statusesOf(vera)).toEqual([200, 200]);
      await app.dataSource.query(`UPDATE users SET status = 'disabled' WHERE username = 'vera'`);
      expect(await statusesOf(vera)).toEqual([401, 401]);
      expect((await login('vera')).status).toBe(401);
    });

    it('that is being disabled makes a login wait for the commit, and then refuses it [statement 41]', async () => {
      const other = new Client({ connectionString: app.databaseUrl });
      await other.connect();
      try {
        await other.query('BEGIN');
        await other.query(`UPDATE users SET status = 'disabled' WHERE username = 'sysadmin'`);
        let answered = false;
        const waiting = login('sysadmin').finally(() => (answered = true));
        const locked = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        await eventually('the login waits for the lock', async () => answered || (await other.query(locked)).rowCount === 1);
        expect(answered).toBe(false);
        await other.query('COMMIT');
        expect((await waiting).status).toBe(401);
        const rows = `SELECT FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.username = 'sysadmin'`;
        expect((await other.query(rows)).rowCount).toBe(0);
      } finally {
        await other.end();
      }
    });
  });

  describe('a session', () => {
    it.each([
      ['expires in a second', 1, -1, 200],
      ['expires now', 0, -1, 401],
      ['has expired although it was used just now', -1, 0, 401],
      ['was last used almost a week ago', WEEK_SECONDS, 1 - WEEK_SECONDS, 200],
      ['was last used a week ago', WEEK_SECONDS, -WEEK_SECONDS, 401],
    ])('that %s [statement 45]', async (_, expiresIn, usedAt, status) => {
      const sessions = [await logIn(app.http, 'adam'), await logIn(app.http, 'adam')];
      for (const session of sessions)
        await app.dataSource.query(UNTIMELY, [app.clock.now(), expiresIn, usedAt, sessionIdOf(session.accessToken)]);
      // One session for each token: the use of one would make the other live again.
      expect((await app.http.get('/api/v1/me', { token: sessions[0]?.accessToken })).status).toBe(status);
      const refreshed = await app.http.post('/api/auth/refresh', { refresh_token: sessions[1]?.refreshToken });
      expect(refreshed.status).toBe(status);
    });

    it('is listed once over the pages, the most recently used first', async () => {
      const ids: number[] = [];
      let token = '';
      for (let time = 0; time < 3; time += 1) {
        token = (await logIn(app.http, 'oscar')).accessToken;
        ids.unshift(sessionIdOf(token));
        app.clock.advance({ seconds: 1 });
      }
      const page = async (query: string) => (await app.http.get(`/api/v1/sessions?${query}`, { token })).body.data;
      const idsOf = (data: { sessions: { id: number }[] }) => data.sessions.map(({ id }) => id);
      const second = await page('page=2&limit=1');
      expect(second.pagination).toEqual({ page: 2, limit: 1, total: 3, pages: 3, has_next: true, has_prev: true });
      expect(second.sessions).toMatchObject([{ id: ids[1], is_current: false }]);
      expect(idsOf(await page('page=2&limit=2'))).toEqual(ids.slice(2));
      expect(idsOf(await page('page=1&limit=2'))).toEqual(ids.slice(0, 2));
      expect((await page('page=4&limit=1')).sessions).toEqual([]);
    });

    it('is removed by the daily job 90 days after its end, and no earlier', async () => {
      const made: Record<string, number> = {};
      for (const name of ['live', 'ended 89', 'ended 91', 'expired 89', 'expired 91']) {
        const id = sessionIdOf((await logIn(app.http, 'nora')).accessToken);
        made[name] = id;
        const [kind = '', days = '0'] = name.split(' ');
        const change =
          kind === 'ended'
            ? `ended_at = $2::timestamptz - make_interval(secs => $3), end_reason = 'logged_out'`
            : `expires_at = $2::timestamptz - make_interval(secs => $3)`;
        if (kind !== 'live')
          await app.dataSource.query(`UPDATE sessions SET ${change} WHERE id = $1`, [id, app.clock.now(), Number(days) * 86_400]);
      }
      await app.app.get(Jobs, { strict: false }).enqueue('sessions.purge', {});
      expect(await app.app.get(GraphileWorker, { strict: false }).runDue()).toMatchObject({ failed: 0 });
      const left = await app.dataSource.query('SELECT id FROM sessions WHERE id = ANY($1) ORDER BY id', [Object.values(made)]);
      expect(left.map(({ id }: { id: number }) => id)).toEqual([made['live'], made['ended 89'], made['expired 89']]);
    });
  });

  it.each(['jku', 'x5u', 'jwk', 'x5c', 'crit'])('a token of our own key with a %s header is refused [statement 46]', async (name) => {
    const keyRing = app.app.get(KeyRing, { strict: false });
    const { kid, privateKey } = await keyRing.signingKey();
    const [jwk] = await keyRing.publicJwks();
    const values: Record<string, unknown> = {
      jku: `${app.url}/.well-known/jwks.json`,
      x5u: app.url,
      jwk,
      x5c: ['MA=='],
    };
    const [, claims] = (await logIn(app.http, 'olivia')).accessToken.split('.');
    const signed = (header: object): string => {
      const input = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${claims}`;
      const signature = sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' });
      return `${input}.${signature.toString('base64url')}`;
    };
    const plain = { alg: 'ES256', typ: 'JWT', kid };
    expect((await app.http.get('/api/v1/me', { token: signed(plain) })).status).toBe(200);
    const token = signed({ ...plain, [name]: values[name] ?? ['exp'] });
    expect((await app.http.get('/api/v1/me', { token })).status).toBe(401);
  });

  describe('an answer', () => {
    it.each([
      [401, 'GET', '/api/v1/me', undefined],
      [404, 'GET', '/nothing-here', undefined],
      [400, 'POST', '/api/auth/login', {}],
      [401, 'POST', '/api/auth/login', { username: 'olivia', password: WRONG }],
      [413, 'POST', '/api/auth/login', { username: 'x'.repeat(200_000), password: WRONG }],
    ])('of %i to %s %s is not to be stored', async (status, method, path, body) => {
      const answer = await app.http.send(method, path, body);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
    });

    it('shows a configured origin what it needs, and lets no other in [statement 65]', async () => {
      const headersFor = async (origin: string) => (await app.http.get('/api/v1/me', { headers: { Origin: origin } })).headers;
      const ours = await headersFor('https://app.example');
      expect(ours.get('access-control-allow-origin')).toBe('https://app.example');
      expect(ours.get('access-control-allow-credentials')).toBe('true');
      const exposed = ours.get('access-control-expose-headers')?.split(',');
      expect(exposed).toEqual(expect.arrayContaining(['X-Request-Id', 'Retry-After']));
      expect(ours.get('vary')).toMatch(/\bOrigin\b/);
      expect((await headersFor('https://evil.example')).get('access-control-allow-origin')).toBeNull();
    });

    it('of 503 says when to come back, and is not to be stored', async () => {
      const database = await createTestDatabase();
      const proxy = new CuttableProxy(new URL(database.url));
      const cut = await startTestApp({ database: { url: await proxy.open() } });
      const { accessToken, refreshToken } = await logIn(cut.http, 'olivia');
      await proxy.cut();
      const answers = [
        await cut.http.get('/api/rivers', { token: accessToken }),
        await cut.http.post('/api/auth/login', { username: 'olivia', password: DEMO_PASSWORD }),
        await cut.http.post('/api/auth/refresh', { refresh_token: refreshToken }),
      ];
      const told = answers.map(({ status, headers }) => [status, headers.get('retry-after'), headers.get('cache-control')]);
      expect(told).toEqual(Array(3).fill([503, '1', 'no-store']));
      await cut.close();
      await database.drop();
    });
  });

  it('a raised cost makes known and unknown names the same work, each once through the queue [statement 12]', async () => {
    const raised = await startTestApp({ environment: { BCRYPT_COST: '12' } });
    const compare = jest.spyOn(bcrypt, 'compare');
    const run = jest.spyOn(raised.app.get(HashQueue, { strict: false }), 'run');
    const workOf = async (username: string): Promise<[number, number]> => {
      for (const spy of [compare, run]) spy.mockClear();
      expect((await raised.http.post('/api/auth/login', { username, password: WRONG })).status).toBe(401);
      const rounds = compare.mock.calls.map(([, hash]) => 2 ** bcrypt.getRounds(hash));
      return [run.mock.calls.length, rounds.reduce((sum, next) => sum + next, 0)];
    };
    expect(await workOf('olivia')).toEqual([1, 2 ** 12]);
    expect(await workOf('nobody-at-all')).toEqual([1, 2 ** 12]);
    await raised.close();
  });

  it('200 logins at once leave the service able to say that it lives [statement 19]', async () => {
    const queue = app.app.get(HashQueue, { strict: false });
    let answered = 0;
    const logins = Array.from({ length: 200 }, (_, index) =>
      login(`nobody-${index}`).then(({ status }) => {
        answered += 1;
        return status;
      }),
    );
    await eventually('the logins have arrived', () => queue.depth >= 20);
    expect((await app.http.get('/health/live')).status).toBe(200);
    expect(answered).toBeLessThan(100);
    jest.spyOn(bcrypt, 'compare').mockImplementation((() => Promise.resolve(false)) as never);
    expect(await Promise.all(logins)).toEqual(Array(200).fill(401));
  });
});

function sessionIdOf(accessToken: string): number {
  return JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()).sid;
}
