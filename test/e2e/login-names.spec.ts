import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { HashQueue } from '../../src/accounts/adapters/passwords/hash-queue.js';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import { SqlAttemptThrottle } from '../../src/platform/throttle/sql-attempt-throttle.js';
import { Mailbox } from '../support/mailbox.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const WRONG = 'this-is-not-the-password';
const HOME = '203.0.113.50';

describe('guesses at names', () => {
  let app: TestApp;
  let mailbox: Mailbox;
  const login = (username: string, password: string, ip: string, on = app) =>
    on.http.post('/api/auth/login', { username, password }, { headers: { 'X-Forwarded-For': ip } });
  const statusesOf = async (names: readonly string[], ipOf: (attempt: number) => string, on = app) => {
    const statuses: string[] = [];
    for (const [attempt, name] of names.entries()) {
      const { status, headers } = await login(name, WRONG, ipOf(attempt), on);
      statuses.push(`${status} ${headers.get('retry-after') ?? ''}`);
    }
    return statuses;
  };

  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startTestApp({ environment: { TRUST_PROXY: 'loopback', ...mailbox.environment } });
    for (const name of ['olivia', 'vera', 'adam']) await login(name, DEMO_PASSWORD, HOME);
  });
  afterEach(async () => {
    await app.dataSource.query('DELETE FROM attempt_throttles');
    await app.dataSource.query('DELETE FROM guess_mails');
    await mailbox.arrived(app);
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });

  describe('are answered alike whether or not there is such an account, and under whichever of its names,', () => {
    const repeated = (name: string, times: number) => Array<string>(times).fill(name);

    it('from one network', async () => {
      const pairs = [
        ['vera', 'vera@delta.example'],
        ['nobody-here', 'nobody-here@delta.example'],
        ['vera@delta.example', 'vera'],
      ] as const;
      const seen: string[][] = [];
      for (const [index, [typed, other]] of pairs.entries()) {
        const names = [...repeated(typed, 13), ...repeated(other, 13), typed];
        seen.push(await statusesOf(names, () => `198.51.100.${index}`));
        await app.dataSource.query('DELETE FROM attempt_throttles');
      }
      expect(seen[0]?.slice(10, 15).map((status) => status.slice(0, 3))).toEqual(['401', '429', '429', '401', '401']);
      expect(seen[1]).toEqual(seen[0]);
      expect(seen[2]).toEqual(seen[0]);
    });

    it.each([
      ['from as many networks as there are guesses', (attempt: number) => `192.0.2.${attempt}`],
      ['from a network in which one of the accounts is at home', (attempt: number) => (attempt < 31 ? `192.0.2.${attempt}` : HOME)],
    ])(
      '%s',
      async (_, ipOf) => {
        // Thirty free failures in place of a hundred: the shape of the answers is the same.
        const strict = await startTestApp({
          environment: { TRUST_PROXY: 'loopback', RATE_LIMIT_MULTIPLIER: '0.3' },
          clock: app.clock,
          database: { url: app.databaseUrl },
        });
        const attempts = async (typed: string, other: string) => {
          const statuses = await statusesOf([...repeated(typed, 34), other, other], ipOf, strict);
          await app.dataSource.query('DELETE FROM attempt_throttles');
          return statuses;
        };
        const unknown = await attempts('nobody-here', 'nobody-here@delta.example');
        expect(await attempts('vera', 'vera@delta.example')).toEqual(unknown);
        expect(await attempts('vera@delta.example', 'vera')).toEqual(unknown);
        await strict.close();
      },
      60_000,
    );
  });

  describe('after a hundred at one account, under all of its names and from anywhere,', () => {
    const names = ['adam', 'adam@delta.example'];
    const guess = (times: number, from = 0) =>
      statusesOf(
        Array.from({ length: times }, (_, n) => names[n % 2] ?? ''),
        (attempt) => `192.0.2.${from + attempt}`,
      );

    it('refuse strangers even with the right password, with the same words and the same work as for a wrong one', async () => {
      expect(new Set(await guess(101))).toEqual(new Set(['401 ']));
      const wrong = await login('adam', WRONG, '198.51.100.1');
      const queue = app.app.get(HashQueue, { strict: false });
      const run = queue.run.bind(queue);
      let hashed = 0;
      queue.run = (party, work) => {
        hashed += 1;
        return run(party, work);
      };
      const right = await login('adam@delta.example', DEMO_PASSWORD, '198.51.100.2');
      queue.run = run;
      expect([right.status, { ...right.body, request_id: '' }]).toEqual([401, { ...wrong.body, request_id: '' }]);
      expect(hashed).toBe(1);
    });
  });

  it('make no more counters than their network may have failures, and those are gone after a day', async () => {
    const strict = await startTestApp({
      environment: { TRUST_PROXY: 'loopback', RATE_LIMIT_MULTIPLIER: '0.1' },
      clock: app.clock,
      database: { url: app.databaseUrl },
    });
    const count = async (): Promise<number> => (await app.dataSource.query('SELECT count(*)::int AS rows FROM attempt_throttles'))[0].rows;
    const guess = (n: number) =>
      strict.http.post('/api/auth/login', { username: `made-up-${n}`, password: WRONG }, { headers: { 'X-Forwarded-For': '192.0.2.7' } });
    for (let n = 0; n < 11; n += 1) expect((await guess(n)).status).toBe(401);
    const most = await count();
    for (let n = 11; n < 40; n += 1) expect((await guess(n)).status).toBe(429);
    expect(await count()).toBe(most);
    expect(most).toBeLessThanOrEqual(11 * 3 + 1);
    app.clock.advance({ days: 1, seconds: 1 });
    await strict.app.get(SqlAttemptThrottle).purge();
    expect(await count()).toBe(0);
    await strict.close();
  });

  describe('at an account', () => {
    const rowsSince = async (id: number) =>
      app.dataSource.query(
        `SELECT action, outcome, actor_user_id, target_type, target_id, detail FROM audit_events
          WHERE id > $1 AND action = 'session.logged_in' AND target_type IS DISTINCT FROM 'member' ORDER BY id`,
        [id],
      );
    const last = async (): Promise<number> =>
      Number((await app.dataSource.query('SELECT coalesce(max(id), 0) AS id FROM audit_events'))[0].id);

    it('leave its id in the trail, and nothing of what was typed', async () => {
      const before = await last();
      const { userId } = await logIn(app.http, 'vera');
      await login('Vera@Delta.example', 'Typed-Password-1', '198.51.100.1');
      const rows = await rowsSince(before);
      expect(rows.at(-1)).toMatchObject({ outcome: 'refused', actor_user_id: null, target_type: 'user' });
      expect(rows.at(-1).target_id).toBe(String(userId));
      expect(JSON.stringify(rows)).not.toMatch(/vera@delta|Typed-Password/i);
    });

    it('are visible to its holder beside the own logins and changes, and to no one else', async () => {
      await login('vera@delta.example', WRONG, '198.51.100.1');
      const { accessToken, userId } = await logIn(app.http, 'vera');
      const { accessToken: other } = await logIn(app.http, 'oscar');
      const { status, body } = await app.http.get('/api/v1/me/security-events?limit=100', { token: accessToken });
      expect(status).toBe(200);
      // The installation was seeded by another clock than the one that stands still here.
      const logins = body.data.security_events.filter(({ action }: { action: string }) => action === 'session.logged_in');
      expect(logins.slice(0, 2)).toMatchObject([
        { action: 'session.logged_in', outcome: 'success', by: 'you' },
        {
          action: 'session.logged_in',
          outcome: 'refused',
          reason: 'wrong_credentials',
          by: 'unknown',
          ip: '198.51.100.1',
        },
      ]);
      expect(body.data.pagination.total).toBeGreaterThan(2);
      const { body: others } = await app.http.get('/api/v1/me/security-events?limit=100', { token: other });
      const [seen] = await app.dataSource.query(
        `SELECT count(*)::int AS foreign FROM audit_events WHERE id = ANY($1) AND $2 IN (actor_user_id::text, target_id)`,
        [others.data.security_events.map(({ id }: { id: number }) => id), String(userId)],
      );
      expect(seen.foreign).toBe(0);
      const deep = await app.http.get('/api/v1/me/security-events?limit=100&page=11', { token: accessToken });
      expect(deep.status).toBe(400);
    });
  });
});
