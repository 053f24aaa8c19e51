import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { HashQueue } from '../../src/accounts/adapters/passwords/hash-queue.js';
import { SetAccountStatus } from '../../src/accounts/application/set-account-status.js';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import type { Answer } from '../support/http-client.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const WRONG = 'this-is-not-the-password';

describe('POST /api/auth/login', () => {
  let app: TestApp;
  const login = (username: unknown, password: unknown = DEMO_PASSWORD, ip = '198.51.100.1') =>
    app.http.post('/api/auth/login', { username, password }, { headers: { 'X-Forwarded-For': ip } });

  beforeAll(async () => {
    app = await startTestApp({ environment: { TRUST_PROXY: 'loopback' } });
  });
  afterEach(() => app.dataSource.query('DELETE FROM attempt_throttles'));
  afterAll(() => app.close());

  it('answers exactly the documented token pair, not wrapped [statement 50]', async () => {
    const { status, body, headers } = await login('olivia');
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'bearer',
      expires_in: 3600,
      user: { id: '2', username: 'olivia', email: 'olivia@delta.example', role: 'owner' },
    });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['sysadmin', 'system_admin'],
    ['adam', 'admin'],
    ['vera', 'viewer'],
    ['oscar', 'owner'],
    ['nora', 'user'],
  ])('tells the role of %s: %s', async (username, role) => {
    expect((await login(username)).body.user.role).toBe(role);
  });

  it.each(['OLIVIA', 'Ｏｌｉｖｉａ', ' olivia ', 'olivia@delta.example', 'Olivia@Delta.Example'])('takes "%s" for olivia', async (name) => {
    expect((await login(name)).body.user?.username).toBe('olivia');
  });

  it('answers one body for unknown name, wrong password, disabled account and an account that has no password [statement 12]', async () => {
    await app.app.get(SetAccountStatus).execute({ login: 'vera', status: 'disabled', actorUserId: null });
    await app.dataSource.query(`UPDATE users SET password_hash = NULL WHERE username = 'adam'`);
    const answers = [await login('nobody-at-all'), await login('olivia', WRONG), await login('vera'), await login('adam')];
    for (const { status, body, headers } of answers) {
      expect(status).toBe(401);
      expect({ ...body, request_id: '' }).toEqual({
        success: false,
        code: 'UNAUTHORIZED',
        message: 'The username or password is wrong.',
        request_id: '',
      });
      expect(headers.get('www-authenticate')).toBe('Bearer');
    }
    await app.app.get(SetAccountStatus).execute({ login: 'vera', status: 'active', actorUserId: null });
    expect((await login('vera')).status).toBe(200);
  });

  it('hashes for an unknown name as for a known one [statement 12]', async () => {
    // The work and not the time is compared: each refusal passes through the hash queue exactly once.
    const queue = app.app.get(HashQueue);
    const original = queue.run.bind(queue);
    let hashed = 0;
    queue.run = (party, work) => {
      hashed += 1;
      return original(party, work);
    };
    await login('nobody-at-all');
    await login('olivia', WRONG);
    await login('adam');
    queue.run = original;
    expect(hashed).toBe(3);
  });

  it.each([
    ['no body', undefined],
    ['an array', []],
    ['a string', '"olivia"'],
    ['a missing password', { username: 'olivia' }],
    ['a number as the name', { username: 1, password: DEMO_PASSWORD }],
    ['an object as the password', { username: 'olivia', password: { $ne: '' } }],
    ['an array as the name', { username: ['olivia'], password: DEMO_PASSWORD }],
    ['null', { username: null, password: DEMO_PASSWORD }],
    ['an empty name', { username: '', password: DEMO_PASSWORD }],
    ['an unknown field', { username: 'olivia', password: DEMO_PASSWORD, is_system_admin: true }],
    ['a password of 10,000 characters', { username: 'olivia', password: 'x'.repeat(10_000) }],
  ])('refuses %s with 400', async (_, body) => {
    const answer = await app.http.post('/api/auth/login', body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, code: 'VALIDATION_FAILED' });
    expect(answer.text).not.toContain(DEMO_PASSWORD);
  });

  it('survives a NUL and lone surrogates in name and password', async () => {
    for (const text of ['oli\u0000via', 'oli\ud800via', '\u0000']) {
      expect((await login(text)).status).toBe(401);
      expect((await login('olivia', text)).status).toBe(401);
    }
  });

  it('gives 20 parallel logins 20 different sessions', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => login('oscar')));
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map((answer) => answer.body.refresh_token)).size).toBe(20);
  });

  it('says of throttling what Retry-After says, in the field RateLimit too, and nothing of it before', async () => {
    const answers: Answer[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) answers.push(await login('adam', WRONG));
    const fields = answers.map(({ status, headers }) => [status, headers.get('retry-after'), headers.get('ratelimit')]);
    expect(fields.slice(0, 11)).toEqual(Array(11).fill([401, null, null]));
    expect(fields[11]).toEqual([429, '1', '"attempts";r=0;t=1']);
    expect(answers.map(({ headers }) => headers.get('ratelimit-policy'))).toEqual(Array(12).fill(null));
    const unknown: Answer[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) unknown.push(await login('nobody-of-this-name', WRONG));
    expect(unknown.map(({ status, headers }) => [status, headers.get('retry-after'), headers.get('ratelimit')])).toEqual(fields);
  });

  it('slows guessing after ten failures with 429 and Retry-After, and forgets them after a success [statement 14]', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await login('olivia', WRONG)).status).toBe(401);
    expect((await login('olivia')).status).toBe(200);
    for (let attempt = 0; attempt < 11; attempt += 1) expect((await login('olivia', WRONG)).status).toBe(401);
    const blocked = await login('olivia');
    expect(blocked.status).toBe(429);
    expect(blocked.body.code).toBe('RATE_LIMITED');
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    app.clock.advance({ seconds: 2 });
    expect((await login('olivia')).status).toBe(200);
  });

  it('counts failures together with another instance on the same database [statement 14]', async () => {
    const other = await startTestApp({
      environment: { TRUST_PROXY: 'loopback' },
      clock: app.clock,
      database: { url: app.databaseUrl },
    });
    for (let attempt = 0; attempt < 11; attempt += 1) {
      await (attempt % 2 === 0 ? app : other).http.post('/api/auth/login', { username: 'mia', password: WRONG });
    }
    const statuses = [app, other].map(
      async ({ http }) => (await http.post('/api/auth/login', { username: 'mia', password: WRONG })).status,
    );
    expect(await Promise.all(statuses)).toEqual([429, 429]);
    await other.close();
  });

  it('counts what was typed, however it is spelt, and no other name of the account [statement 14]', async () => {
    for (let attempt = 0; attempt < 11; attempt += 1) {
      expect((await login(attempt % 2 === 0 ? 'adam' : ' ADAM ', WRONG)).status).toBe(401);
    }
    expect((await login('Adam')).status).toBe(429);
    expect((await login('adam@delta.example', WRONG)).status).toBe(401);
  });

  it('takes the port off an address that a proxy reports with one', async () => {
    for (let attempt = 0; attempt < 11; attempt += 1) await login('mia', WRONG, `198.51.100.77:${50_000 + attempt}`);
    expect((await login('mia', WRONG, '198.51.100.77:60000')).status).toBe(429);
  });

  it('ignores a forged X-Forwarded-For when no proxy is trusted [statement 16]', async () => {
    const direct = await startTestApp({ clock: app.clock, database: { url: app.databaseUrl } });
    const { accessToken } = await logIn(direct.http, 'oscar');
    await direct.http.post('/api/auth/login', { username: 'oscar', password: WRONG }, { headers: { 'X-Forwarded-For': '8.8.8.8' } });
    const networks = await app.dataSource.query(`SELECT DISTINCT network FROM refusal_counts WHERE network IN ('8.8.8.8', '127.0.0.1')`);
    expect(networks).toEqual([{ network: '127.0.0.1' }]);
    expect(accessToken).toBeDefined();
    await direct.close();
  });

  it('audits success and counts a refusal, without the name that was tried [statement 68]', async () => {
    await app.dataSource.query('DELETE FROM refusal_counts');
    const [last] = await app.dataSource.query('SELECT max(id) AS id FROM audit_events');
    await login('Correct-Horse-In-The-Name-Field', WRONG);
    const { body } = await login('oscar');
    const events = await app.dataSource.query(
      `SELECT action, outcome, actor_user_id, ip, request_id, detail FROM audit_events
        WHERE id > $1 AND target_type IS DISTINCT FROM 'member' ORDER BY id`,
      [last.id],
    );
    expect(events).toMatchObject([
      {
        action: 'session.logged_in',
        outcome: 'success',
        actor_user_id: Number(body.user.id),
        detail: { amr: ['pwd'], acr: 'aal1' },
      },
    ]);
    // Those that earlier tests were throttled with may be written only now.
    const counters = await app.dataSource.query(`SELECT action, network, reason FROM refusal_counts WHERE reason <> 'throttled'`);
    expect(counters).toEqual([{ action: 'session.logged_in', network: '198.51.100.1', reason: 'wrong_credentials' }]);
    expect(events[0].request_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('upgrades a hash of lower cost at the next login [statement 9]', async () => {
    const dearer = await startTestApp({
      clock: app.clock,
      database: { url: app.databaseUrl },
      environment: { BCRYPT_COST: '11' },
    });
    await logIn(dearer.http, 'nora');
    const [{ password_hash: hash }] = await app.dataSource.query(`SELECT password_hash FROM users WHERE username = 'nora'`);
    expect(hash).toMatch(/^hs384-bcrypt:\$2b\$11\$/);
    expect((await login('nora')).status).toBe(200);
    await dearer.close();
  });
});
