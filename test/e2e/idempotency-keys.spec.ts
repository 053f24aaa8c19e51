import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { SqlIdempotencyKeys } from '../../src/platform/http/idempotency/sql-idempotency-keys.js';
import { eventually } from '../platform/fixtures/eventually.js';
import { CuttableProxy } from '../support/cuttable-proxy.js';
import { type TestDatabase, createTestDatabase } from '../support/database.js';
import { FixedClock } from '../support/fixed-clock.js';
import { type Answer, HttpClient } from '../support/http-client.js';
import { installation } from '../support/installation.js';
import { templateBody } from '../support/prompt-templates.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const PATH = '/api/v1/organizations/1/workspaces';
const outcome = ({ status, body }: Answer): unknown[] => [status, body?.code];
const isRepeat = ({ headers }: Answer): boolean => headers.get('idempotency-replayed') === 'true';
const sameBut = (answer: Answer) => ({ ...answer.body, request_id: null });

describe('the key of a request that makes something', () => {
  let app: TestApp;
  let other: TestApp;
  let olivia: LoggedIn, adam: LoggedIn, oscar: LoggedIn, sysadmin: LoggedIn;
  let keys = 0;
  beforeAll(async () => {
    app = await startTestApp();
    other = await startTestApp({ database: { url: app.databaseUrl }, clock: app.clock });
    olivia = await logIn(app.http, 'olivia');
    adam = await logIn(app.http, 'adam');
    oscar = await logIn(app.http, 'oscar');
    sysadmin = await logIn(app.http, 'sysadmin');
  });
  beforeEach(() => app.dataSource.query('DELETE FROM attempt_throttles'));
  afterAll(async () => {
    await other.close();
    await app.close();
  });

  const newKey = (): string => `key-${(keys += 1)}`;
  const send = (key: string, body: unknown, { who = olivia, path = PATH, http = app.http, headers = {} }: Partial<Sent> = {}) =>
    http.post(path, body, { token: who.accessToken, headers: { ...headers, 'Idempotency-Key': key } });
  interface Sent {
    readonly who: LoggedIn;
    readonly path: string;
    readonly http: HttpClient;
    readonly headers: Record<string, string>;
  }
  const made = async (name: string): Promise<number> =>
    Number((await app.dataSource.query('SELECT count(*) FROM workspaces WHERE name = $1', [name]))[0].count);

  it('has the request done once, and answered alike with a sign that it is a repeat', async () => {
    const key = newKey();
    const first = await send(key, { name: 'Once' });
    const again = await send(key, { name: 'Once' }, { http: other.http });
    expect([first.status, again.status, isRepeat(first), isRepeat(again)]).toEqual([201, 201, false, true]);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(again.headers.get('cache-control')).toBe(first.headers.get('cache-control'));
    expect(await made('Once')).toBe(1);
  });

  it('repeats headers that tell about what was made', async () => {
    const body = templateBody();
    const path = '/api/v1/prompt-templates';
    const key = newKey();
    const [first, again] = [await send(key, body, { path }), await send(key, body, { path })];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(first.headers.get('etag')).not.toBeNull();
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    const publish = `${path}/${first.body.data.id}/publish`;
    const other = newKey();
    const [version, same] = [await send(other, undefined, { path: publish }), await send(other, undefined, { path: publish })];
    expect([version.status, same.status, same.body.data, isRepeat(same)]).toEqual([200, 200, version.body.data, true]);
  });

  it('lets twenty at once on two instances make one thing', async () => {
    const key = newKey();
    const both = [app.http, other.http];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => send(key, { name: 'Twenty' }, { http: both[at % 2] ?? app.http })),
    );
    expect(await made('Twenty')).toBe(1);
    expect(answers.filter((answer) => answer.status === 201 && !isRepeat(answer))).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(outcome(answer)).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE']);
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    expect(isRepeat(await send(key, { name: 'Twenty' }))).toBe(true);
  });

  it('belongs to one body', async () => {
    const key = newKey();
    const body = templateBody();
    const path = '/api/v1/prompt-templates';
    expect((await send(key, body, { path })).status).toBe(201);
    const otherOrder = Object.fromEntries(Object.entries(body).reverse());
    expect(isRepeat(await send(key, otherOrder, { path }))).toBe(true);
    const reused = [422, 'IDEMPOTENCY_KEY_REUSED'];
    expect(outcome(await send(key, { ...body, name: 'Another' }, { path }))).toEqual(reused);
    expect(outcome(await send(key, body, { path: `${path}?a=b` }))).toEqual(reused);
  });

  it('belongs to one version of what is changed', async () => {
    const { body } = await send(newKey(), templateBody(), { path: '/api/v1/prompt-templates' });
    const key = newKey();
    const publish = (version: string) =>
      send(key, undefined, {
        path: `/api/v1/prompt-templates/${body.data.id}/publish`,
        headers: { 'If-Match': version },
      });
    expect((await publish('"1"')).status).toBe(200);
    expect(isRepeat(await publish('"1"'))).toBe(true);
    expect(outcome(await publish('"2"'))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('belongs to one account, and in each organization it is another', async () => {
    const key = newKey();
    const ids = [
      await send(key, { name: 'Shared key' }),
      await send(key, { name: 'Shared key 2' }, { who: adam }),
      await send(key, { name: 'Shared key' }, { who: oscar, path: '/api/v1/organizations/2/workspaces' }),
    ];
    expect(ids.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(ids.map(({ body }) => body.data.workspace.id)).size).toBe(3);
    expect((await send(key, { name: 'Shared key' }, { who: oscar })).status).toBe(403);
  });

  it('does not get around a session that has ended', async () => {
    const key = newKey();
    const visitor = await logIn(app.http, 'adam');
    expect((await send(key, { name: 'Left' }, { who: visitor })).status).toBe(201);
    await app.http.post('/api/auth/logout', undefined, { token: visitor.accessToken });
    expect((await send(key, { name: 'Left' }, { who: visitor })).status).toBe(401);
    expect(isRepeat(await send(key, { name: 'Left' }, { who: adam }))).toBe(true);
  });

  it('shows nothing to callers who have lost the permission, and the answer again once they have it back', async () => {
    const key = newKey();
    expect((await send(key, { name: 'Demoted' }, { who: adam })).status).toBe(201);
    const become = (role: string) =>
      app.dataSource.query(
        `UPDATE organization_members SET role_id = (SELECT id FROM roles WHERE organization_id = 1 AND name = $1)
          WHERE user_id = $2 AND organization_id = 1`,
        [role, adam.userId],
      );
    await become('viewer');
    const refused = await send(key, { name: 'Demoted' }, { who: adam });
    expect([outcome(refused), refused.text.includes('Demoted')]).toEqual([[403, 'FORBIDDEN'], false]);
    await become('admin');
    expect(isRepeat(await send(key, { name: 'Demoted' }, { who: adam }))).toBe(true);
  });

  it('shows nothing to a former system administrator', async () => {
    const key = newKey();
    const path = '/api/v1/organizations';
    const body = { name: 'Founded once', plan: 'professional', owner_user_id: oscar.userId };
    const first = await send(key, body, { who: sysadmin, path });
    expect(outcome(first)).toEqual([201, undefined]);
    const set = (is: boolean) => app.dataSource.query('UPDATE users SET is_system_admin = $1 WHERE id = $2', [is, sysadmin.userId]);
    await set(false);
    expect((await send(key, body, { who: sysadmin, path })).status).toBe(403);
    await set(true);
    expect(isRepeat(await send(key, body, { who: sysadmin, path }))).toBe(true);
  });

  it('keeps no secret: a repeat says what was made', async () => {
    const key = newKey();
    const path = '/api/v1/organizations/1/scim-tokens';
    const { status, body } = await send(key, { name: 'Okta' }, { path });
    expect(status).toBe(201);
    const again = await send(key, { name: 'Okta' }, { path });
    expect(outcome(again)).toEqual([409, 'IDEMPOTENCY_ANSWER_NOT_KEPT']);
    expect(again.body.made).toEqual({ scim_token_id: body.data.scim_token.id });
    expect(again.text).not.toContain(body.data.scim_token.token);
    const factor = '/api/v1/mfa/totp';
    const enrolled = await send(key, { name: 'Phone' }, { path: factor });
    const second = await send(key, { name: 'Phone' }, { path: factor });
    expect([enrolled.status, second.status]).toEqual([201, 409]);
    expect(second.body.made).toEqual({ factor_id: enrolled.body.data.factor_id });
    expect(second.text).not.toContain(enrolled.body.data.secret);
  });

  it('repeats the answers of refusals that depend on the state', async () => {
    await send(newKey(), { name: 'Taken' });
    const key = newKey();
    const first = await send(key, { name: 'Taken' });
    await app.dataSource.query(`UPDATE workspaces SET name = 'Moved' WHERE name = 'Taken'`);
    const again = await send(key, { name: 'Taken' });
    expect([outcome(first), outcome(again)]).toEqual([
      [409, 'CONFLICT'],
      [409, 'CONFLICT'],
    ]);
    expect([sameBut(again), isRepeat(again)]).toEqual([sameBut(first), true]);
    expect((await send(newKey(), { name: 'Taken' })).status).toBe(201);
  });

  it('is free again after a refusal of the caller or of the body', async () => {
    const key = newKey();
    const vera = await logIn(app.http, 'vera');
    expect((await send(key, { name: 'Free' }, { who: vera })).status).toBe(403);
    const become = (role: string) =>
      app.dataSource.query(
        `UPDATE organization_members SET role_id = (SELECT id FROM roles WHERE organization_id = 1 AND name = $1)
          WHERE user_id = $2 AND organization_id = 1`,
        [role, vera.userId],
      );
    await become('admin');
    expect((await send(key, {}, { who: vera })).status).toBe(400);
    expect((await send(key, { name: 'Free' }, { who: vera })).status).toBe(201);
    await become('viewer');
    const refusals = await app.dataSource.query(`SELECT outcome FROM audit_events WHERE action = 'access.refused' AND actor_user_id = $1`, [
      vera.userId,
    ]);
    expect(refusals).toHaveLength(1);
  });

  it.each(['two words', 'ü', 'x'.repeat(256)])('is refused when it is %j', async (key) => {
    const answer = await send(key === 'ü' ? 'caf\u00e9' : key, { name: 'Malformed' });
    expect(outcome(answer)).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.body.details).toMatchObject([{ field: 'Idempotency-Key', message: expect.any(String) }]);
    expect(await made('Malformed')).toBe(0);
  });

  it('has no effect on requests that make nothing', async () => {
    const read = await app.http.get(PATH, { token: olivia.accessToken, headers: { 'Idempotency-Key': 'two words' } });
    expect(read.status).toBe(200);
  });

  it('is in the database as a hash, its answer sealed', async () => {
    const key = 'legible-key';
    await send(key, { name: 'Legible name' });
    const rows = JSON.stringify(await app.dataSource.query('SELECT * FROM idempotency_keys'));
    for (const text of [key, 'Legible']) expect(rows).not.toContain(text);
  });

  it('ends after a day, and is then deleted', async () => {
    const key = newKey();
    const first = await send(key, { name: 'Day' });
    app.clock.advance({ hours: 24 });
    await app.dataSource.query('DELETE FROM workspaces WHERE id = $1', [first.body.data.workspace.id]);
    olivia = await logIn(app.http, 'olivia');
    const second = await send(key, { name: 'Day' });
    expect([second.status, isRepeat(second)]).toEqual([201, false]);
    expect(second.body.data.workspace.id).not.toBe(first.body.data.workspace.id);
    await app.app.get(SqlIdempotencyKeys).purge();
    expect(await app.dataSource.query('SELECT count(*)::int AS left FROM idempotency_keys')).toEqual([{ left: 1 }]);
    adam = await logIn(app.http, 'adam');
  });

  it('is refused when an account has used too many within a day', async () => {
    await app.dataSource.query(
      `INSERT INTO idempotency_keys (id, user_id, request_hash, attempt, claimed_at)
       SELECT 'planted ' || n, $1, '', gen_random_uuid(), $2 FROM generate_series(1, 10000) AS n`,
      [adam.userId, app.clock.now()],
    );
    const refused = await send(newKey(), { name: 'Too many' }, { who: adam });
    expect([outcome(refused), refused.headers.get('retry-after')]).toEqual([[429, 'TOO_MANY_IDEMPOTENCY_KEYS'], '3600']);
    expect((await send(newKey(), { name: 'Others may' })).status).toBe(201);
    await app.dataSource.query(`DELETE FROM idempotency_keys WHERE id LIKE 'planted %'`);
  });
});

describe('a keyed request whose process dies', () => {
  const ours = installation();

  it('before anything is committed leaves the key free again after a minute, and nothing behind', async () => {
    const program = ours().run('main');
    const http = new HttpClient(await program.listening());
    const { accessToken } = await logIn(http, 'olivia');
    const headers = { 'Idempotency-Key': 'killed' };
    const blocker = new Client({ connectionString: ours().database.url });
    await blocker.connect();
    await blocker.query('BEGIN; LOCK TABLE workspaces IN EXCLUSIVE MODE');
    // From before the first request, so that its minute is not over by then, however long the rest takes.
    const clock = new FixedClock(new Date());
    const dying = http.post(PATH, { name: 'Killed' }, { token: accessToken, headers }).catch(() => null);
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await eventually('it waits', async () => (await blocker.query(waiting)).rowCount !== 0);
    await program.stop('SIGKILL');
    await dying;
    await blocker.query('ROLLBACK');
    await blocker.end();
    const app = await startTestApp({ database: ours().database, clock });
    const { accessToken: token } = await logIn(app.http, 'olivia');
    const again = () => app.http.post(PATH, { name: 'Killed' }, { token, headers });
    expect(outcome(await again())).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE']);
    clock.advance({ minutes: 30 });
    const answer = await again();
    expect([answer.status, isRepeat(answer)]).toEqual([201, false]);
    expect(isRepeat(await again())).toBe(true);
    expect(await app.dataSource.query(`SELECT 1 AS one FROM workspaces WHERE name = 'Killed'`)).toHaveLength(1);
    await app.close();
  });
});

describe('a keyed request and a database that fails', () => {
  let database: TestDatabase;
  let proxy: CuttableProxy;
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = new CuttableProxy(new URL(database.url));
    app = await startTestApp({ database: { url: await proxy.open() } });
    ({ accessToken: token } = await logIn(app.http, 'olivia'));
  });
  afterAll(async () => {
    await app.close();
    await proxy.cut();
    await database.drop();
  });

  it('has its answer when only the word of the commit was lost', async () => {
    const options = { token, headers: { 'Idempotency-Key': 'lost' } };
    const lost = proxy.loseCommitOf('UPDATE idempotency_keys SET');
    const first = await app.http.post(PATH, { name: 'Lost' }, options);
    await lost;
    expect(outcome(first)).toEqual([503, 'UNAVAILABLE']);
    const again = await app.http.post(PATH, { name: 'Lost' }, options);
    expect([again.status, isRepeat(again), again.body.data.workspace.name]).toEqual([201, true, 'Lost']);
  });

  it('changes nothing once another request has its key, however late it is', async () => {
    const blocker = new Client({ connectionString: database.url });
    await blocker.connect();
    await blocker.query('BEGIN; LOCK TABLE workspaces IN EXCLUSIVE MODE');
    const options = { token, headers: { 'Idempotency-Key': 'slow' } };
    const slow = app.http.post(PATH, { name: 'Slow' }, options);
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await eventually('it waits', async () => (await blocker.query(waiting)).rowCount !== 0);
    await blocker.query(`UPDATE idempotency_keys SET attempt = gen_random_uuid() WHERE NOT has_changed`);
    await blocker.query('COMMIT');
    await blocker.end();
    expect(outcome(await slow)).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE']);
    expect(await app.dataSource.query(`SELECT 1 AS one FROM workspaces WHERE name = 'Slow'`)).toEqual([]);
  });
});
