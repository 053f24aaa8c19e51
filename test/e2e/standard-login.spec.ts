import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import bcrypt from 'bcrypt';
import { HashQueue } from '../../src/accounts/adapters/passwords/hash-queue.js';
import { SetAccountStatus } from '../../src/accounts/application/set-account-status.js';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import { CHEAP_PASSWORDS } from '../setup/test-environment.mjs';
import { eventually } from '../platform/fixtures/eventually.js';
import type { Answer } from '../support/http-client.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const WRONG = 'this-is-not-the-password';

describe('the standard for logins', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ environment: { TRUST_PROXY: 'loopback' } });
  });
  beforeEach(() => app.dataSource.query('DELETE FROM attempt_throttles'));
  afterEach(() => void jest.restoreAllMocks());
  afterAll(() => app.close());

  const login = (username: string, password: string, forwardedFor: string, on = app) =>
    on.http.post('/api/auth/login', { username, password }, { headers: { 'X-Forwarded-For': forwardedFor } });
  /** For tests that count refusals and not their price. */
  const refuseCheaply = () => jest.spyOn(bcrypt, 'compare').mockImplementation((() => Promise.resolve(false)) as never);

  it('tells unknown, wrong, disabled and password-less apart by nothing, before and after they are slowed down, at equal work [statement 12]', async () => {
    await app.app.get(SetAccountStatus).execute({ login: 'vera', status: 'disabled', actorUserId: null });
    await app.dataSource.query(`UPDATE users SET password_hash = NULL WHERE username = 'adam'`);
    const compare = jest.spyOn(bcrypt, 'compare');
    const queued = jest.spyOn(app.app.get(HashQueue), 'run');
    const seen = async (username: string, password: string, network: string) => {
      for (const spy of [compare, queued]) spy.mockClear();
      const answer = await login(username, password, network);
      const rounds = compare.mock.calls.map(([, hash]) => 2 ** bcrypt.getRounds(hash));
      return { ...observable(answer), work: [queued.mock.calls.length, rounds.reduce((sum, next) => sum + next, 0)] };
    };
    const attempts = async (username: string, password: string, network: string) => {
      const all = [];
      for (let attempt = 0; attempt < 11; attempt += 1) all.push(await seen(username, password, network));
      // The last two with what would be the right password for those that have one.
      for (let attempt = 0; attempt < 2; attempt += 1) all.push(await seen(username, DEMO_PASSWORD, network));
      return all;
    };
    const unknown = await attempts('nobody-at-all', WRONG, '192.0.2.1');
    expect(unknown.map(({ status }) => status)).toEqual([...Array(11).fill(401), 429, 429]);
    expect(unknown[0]?.work).toEqual([1, 2 ** CHEAP_PASSWORDS.bcryptCost]);
    expect(await attempts('olivia', WRONG, '192.0.2.2')).toEqual(unknown);
    expect(await attempts('vera', DEMO_PASSWORD, '192.0.2.3')).toEqual(unknown);
    expect(await attempts('adam', DEMO_PASSWORD, '192.0.2.4')).toEqual(unknown);
  });

  it('slows down strangers after a hundred failures on one account from as many networks, with growing waits [statement 14]', async () => {
    refuseCheaply();
    const statuses: number[] = [];
    for (let network = 0; network < 104; network += 1) statuses.push((await login('mia', WRONG, `203.0.113.${network}`)).status);
    expect(statuses).toEqual([...Array(101).fill(401), 429, 429, 429]);
    const waits: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const { status, headers } = await login('mia', WRONG, `198.51.100.${round}`);
      expect(status).toBe(429);
      waits.push(Number(headers.get('retry-after')));
      app.clock.advance({ seconds: waits.at(-1) ?? 0 });
      expect((await login('mia', WRONG, `198.51.100.${100 + round}`)).status).toBe(401);
    }
    expect(waits).toEqual([60, 120, 240, 480]);
    expect((await login('nora', WRONG, '198.51.100.200')).status).toBe(401);
  });

  it('waits for longer and longer after ten failures from one network, and starts anew after a success [statement 14]', async () => {
    const retryAfter = async () => Number((await login('oscar', WRONG, '192.0.2.10')).headers.get('retry-after'));
    for (let attempt = 0; attempt < 10; attempt += 1) expect(await retryAfter()).toBe(0);
    const waits: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      expect(await retryAfter()).toBe(0);
      waits.push(await retryAfter());
      app.clock.advance({ seconds: waits.at(-1) ?? 0 });
    }
    expect(waits).toEqual([1, 2, 4, 8, 16]);
    expect((await login('oscar', DEMO_PASSWORD, '192.0.2.10')).status).toBe(200);
    for (let attempt = 0; attempt < 11; attempt += 1) expect(await retryAfter()).toBe(0);
    expect(await retryAfter()).toBe(1);
  });

  it('lets the owner in while a stranger at one address keeps failing [statement 15]', async () => {
    expect((await login('olivia', DEMO_PASSWORD, '203.0.113.50')).status).toBe(200);
    for (let attempt = 0; attempt < 30; attempt += 1) await login('olivia', WRONG, '192.0.2.66');
    expect((await login('olivia', DEMO_PASSWORD, '192.0.2.66')).status).toBe(429);
    expect((await login('olivia', DEMO_PASSWORD, '203.0.113.50')).status).toBe(200);
    expect((await login('olivia', DEMO_PASSWORD, '203.0.113.99')).status).toBe(200);
  });

  describe('X-Forwarded-For', () => {
    let last = '0';
    let minute = '';
    beforeEach(async () => {
      // Counters of the minutes before are still on their way to the database.
      app.clock.advance({ minutes: 1 });
      minute = app.clock.now().toISOString();
      [{ last }] = await app.dataSource.query('SELECT coalesce(max(id), 0) AS last FROM audit_events');
    });

    /** Guesses at an account are rows; what was throttled is counted. */
    const refusedFrom = async (on: TestApp) => {
      const { accessToken: token } = await logIn(on.http, 'sysadmin');
      const { body } = await on.http.get(`/api/v1/audit-events/refusals?from=${minute}`, { token });
      const rows = await on.dataSource.query(
        `SELECT host(ip::inet) AS network FROM audit_events WHERE outcome = 'refused' AND id > $1 AND target_type IS DISTINCT FROM 'member'`,
        [last],
      );
      return [...new Set([...rows, ...body.data.refusals].map(({ network }: { network: string }) => network))];
    };

    it.each([
      ['when no proxy is trusted', ''],
      ['when others are the trusted proxies', '10.0.0.0/8, 2001:db8::/32'],
    ])('from outside changes neither the limit nor the recorded address %s [statement 16]', async (_, trusted) => {
      const direct = await startTestApp({
        environment: { TRUST_PROXY: trusted },
        clock: app.clock,
        database: { url: app.databaseUrl },
      });
      for (let attempt = 0; attempt < 11; attempt += 1) {
        expect((await login('nora', WRONG, `8.8.8.${attempt}`, direct)).status).toBe(401);
      }
      expect(await refusedFrom(direct)).toEqual(['127.0.0.1']);
      expect((await login('nora', DEMO_PASSWORD, '8.8.4.4', direct)).status).toBe(429);
      expect(await refusedFrom(direct)).toEqual(['127.0.0.1']);
      await direct.close();
    });

    it('counts from the right: what a client wrote into it before the proxy is ignored [statement 16]', async () => {
      for (let attempt = 0; attempt < 11; attempt += 1) {
        expect((await login('nora', WRONG, `8.8.8.${attempt}, 198.51.100.9`)).status).toBe(401);
      }
      expect(await refusedFrom(app)).toEqual(['198.51.100.9']);
      expect((await login('nora', DEMO_PASSWORD, '127.0.0.1, 198.51.100.9')).status).toBe(429);
      expect((await login('nora', DEMO_PASSWORD, '198.51.100.9, 198.51.100.10')).status).toBe(200);
    });
  });

  it('has a limit of its own for each of login, refresh and password change [statement 17]', async () => {
    const strict = await startTestApp({
      environment: { TRUST_PROXY: 'loopback', RATE_LIMIT_MULTIPLIER: '0.1' },
      clock: app.clock,
      database: { url: app.databaseUrl },
    });
    const headers = { 'X-Forwarded-For': '192.0.2.77' };
    const { body } = await login('oscar', DEMO_PASSWORD, '192.0.2.77', strict);
    let madeUp = 0;
    const tries: Record<string, () => Promise<Answer>> = {
      refresh: () => strict.http.post('/api/auth/refresh', { refresh_token: 'A'.repeat(43) }, { headers }),
      password: () => {
        const change = { current_password: WRONG, new_password: 'a quiet estuary at low tide' };
        return strict.http.post('/api/auth/password', change, { headers, token: body.access_token });
      },
      login: () => login(`made-up-${(madeUp += 1)}`, WRONG, '192.0.2.77', strict),
    };
    const open = { refresh: 401, password: 400, login: 401 };
    const exhausted: Record<string, number> = {};
    for (const [name, attempt] of Object.entries(tries)) {
      let failures = 0;
      while ((await attempt()).status !== 429) failures += 1;
      exhausted[name] = failures;
      for (const [other, { status }] of await each(tries))
        expect([name, other, status]).toEqual([name, other, other in exhausted ? 429 : open[other as never]]);
      // Only the ones that are not slowed down yet have been counted once more.
      await strict.dataSource.query(`DELETE FROM attempt_throttles WHERE blocked_until IS NULL`);
    }
    expect(exhausted).toEqual({ refresh: 11, password: 2, login: 11 });
    const working = await strict.http.post('/api/auth/refresh', { refresh_token: body.refresh_token }, { headers });
    expect(working.status).toBe(200);
    await strict.close();
  });

  it('a thousand logins at once leave it able to answer, with a bounded queue of hashing [statement 19]', async () => {
    const roomy = await startTestApp({
      environment: { TRUST_PROXY: 'loopback', RATE_LIMIT_MULTIPLIER: '1000', BCRYPT_COST: '10' },
    });
    const queue = roomy.app.get(HashQueue, { strict: false });
    let answered = 0;
    const logins = Array.from({ length: 1_000 }, async (_, index) => {
      const { status } = await login(`nobody-${index}`, WRONG, `192.0.2.${index % 250}`, roomy);
      answered += 1;
      return status;
    });
    await eventually('the logins have arrived', () => queue.depth >= 20);
    for (let look = 0; look < 5; look += 1) {
      expect((await roomy.http.get('/health/live')).status).toBe(200);
      expect(queue.depth).toBeLessThanOrEqual(64);
    }
    expect(answered).toBeLessThan(500);
    refuseCheaply();
    expect(await Promise.all(logins)).toEqual(Array(1_000).fill(401));
    jest.restoreAllMocks();
    expect((await login('olivia', DEMO_PASSWORD, '192.0.2.1', roomy)).status).toBe(200);
    await roomy.close();
  });

  it('takes a body of the limit, refuses a larger one and a deep one, and goes on [statement 19]', async () => {
    const raw = (body: string) => app.http.post('/api/auth/login', body, { headers: { 'Content-Type': 'application/json' } });
    const sized = (bytes: number) => `{"username":"${'x'.repeat(bytes - 30)}","password":"y"}`.padEnd(bytes);
    expect((await raw(sized(16 * 1024))).status).toBe(400);
    expect((await raw(sized(16 * 1024 + 1))).status).toBe(413);
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const)
      for (const depth of [33, 2_500])
        expect([depth, (await raw(`${open.repeat(depth)}1${close.repeat(depth)}`)).status]).toEqual([depth, 400]);
    expect((await app.http.get('/health/live')).status).toBe(200);
  });

  async function each(tries: Record<string, () => Promise<Answer>>): Promise<[string, Answer][]> {
    const answers: [string, Answer][] = [];
    for (const [name, attempt] of Object.entries(tries)) answers.push([name, await attempt()]);
    return answers;
  }
});

/** Everything that a client can tell one answer from another by, but for what differs with every request. */
function observable({ status, headers, body }: Answer): { status: number; headers: unknown; body: unknown } {
  const fixed = [...headers]
    .filter(([name]) => !['date', 'x-request-id'].includes(name))
    .map(([name, value]) => [name, name === 'set-cookie' ? value.replaceAll(/=[^;]{20,}/g, '=') : value]);
  return { status, headers: fixed, body: { ...body, request_id: '' } };
}
