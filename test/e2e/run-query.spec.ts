import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { CloseDataSource } from '../../src/data-sources/application/close-data-source.js';
import { closeGracefully } from '../../src/platform/http/close-gracefully.js';
import { FailAbandonedExecutions } from '../../src/query-generation/application/fail-abandoned-executions.js';
import { PurgeExecutions } from '../../src/query-generation/application/purge-executions.js';
import { eventually } from '../platform/fixtures/eventually.js';
import type { Answer } from '../support/http-client.js';
import { SourceDatabase } from '../support/source-database.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

/** Each pair is tied by a condition, and yet there is no end of them. */
const ENDLESS = `SELECT count(*) FROM rivers a ${['b', 'c', 'd', 'e', 'f', 'g']
  .map((name) => `JOIN rivers ${name} ON a.id <> ${name}.id`)
  .join(' ')}`;

describe('running a query', () => {
  let app: TestApp;
  let source: SourceDatabase;
  let theirSource: SourceDatabase;
  let olivia: LoggedIn, vera: LoggedIn, oscar: LoggedIn, nora: LoggedIn;
  let id: number, theirs: number;

  const registered = async (database: SourceDatabase, organization: number, who: LoggedIn, name = 'Queried'): Promise<number> => {
    const body = {
      organization_id: organization,
      name,
      engine: 'postgresql',
      connection: database.connection(),
    };
    const { body: answer } = await app.http.post('/api/v1/data-sources', body, { token: who.accessToken });
    const { id: made } = answer.data.data_source;
    await app.http.post(`/api/v1/data-sources/${made}/discover-schema`, undefined, { token: who.accessToken });
    return made;
  };
  const rivers = async (): Promise<SourceDatabase> => {
    const database = await SourceDatabase.create(
      'CREATE TABLE rivers (id int PRIMARY KEY, name text, length_km numeric(8,1))',
      `INSERT INTO rivers SELECT n, 'River ' || n, n * 1.5 FROM generate_series(1, 300) n`,
    );
    await database.run(`GRANT SELECT ON rivers TO ${database.role}`);
    return database;
  };
  beforeAll(async () => {
    app = await startTestApp();
    [source, theirSource] = [await rivers(), await rivers()];
    [olivia, vera] = [await logIn(app.http, 'olivia'), await logIn(app.http, 'vera')];
    [oscar, nora] = [await logIn(app.http, 'oscar'), await logIn(app.http, 'nora')];
    id = await registered(source, 1, olivia);
    theirs = await registered(theirSource, 2, oscar);
  });
  afterAll(async () => {
    await app.close();
    await source.drop();
    await theirSource.drop();
  });

  const run = (body: unknown, who = olivia, of = id, at = app): Promise<Answer> =>
    at.http.post(`/api/v1/data-sources/${of}/query`, body, { token: who.accessToken });
  const executions = (of: number | string, who = olivia): Promise<Answer> =>
    app.http.get(`/api/v1/data-sources/${of}/query-executions`, { token: who.accessToken });
  const execution = (of: unknown, who = olivia): Promise<Answer> =>
    app.http.get(`/api/v1/query-executions/${String(of)}`, { token: who.accessToken });
  const cancel = (of: unknown, who = olivia): Promise<Answer> =>
    app.http.delete(`/api/v1/query-executions/${String(of)}`, { token: who.accessToken });
  const outcome = ({ status, body }: Answer): unknown[] => [status, body?.code];
  const latest = async (): Promise<{ id: number; outcome: string; error_code: string | null }> =>
    (await app.dataSource.query('SELECT * FROM query_executions ORDER BY id DESC LIMIT 1'))[0];
  const idle = (database = source): Promise<void> =>
    eventually('the source is left alone', async () => (await database.busySessions()).length === 0);
  const runsThere = (count = 1, database = source): Promise<void> =>
    eventually('it runs', async () => (await database.sessions()).filter((one) => one.state === 'active').length >= count);

  it('answers columns and rows, and writes down who asked', async () => {
    const sql = 'SELECT id, name, length_km FROM rivers ORDER BY id';
    const { status, body } = await run({ sql, max_rows: 2 });
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        message: 'Query run.',
        data: {
          execution_id: expect.any(Number),
          columns: [
            { name: 'id', type: 'integer' },
            { name: 'name', type: 'text' },
            { name: 'length_km', type: 'numeric' },
          ],
          rows: [
            [1, 'River 1', '1.5'],
            [2, 'River 2', '3.0'],
          ],
          row_count: 2,
          truncated: true,
          duration_ms: expect.any(Number),
          restrictions: [],
        },
      },
    ]);
    const read = await execution(body.data.execution_id);
    expect(read.body.data.query_execution).toMatchObject({
      data_source_id: id,
      user_id: olivia.userId,
      template_id: null,
      sql,
      outcome: 'succeeded',
      error_code: null,
      row_count: 2,
      truncated: true,
    });
    const [audited] = await app.dataSource.query(
      `SELECT outcome, detail FROM audit_events WHERE action = 'query.run' ORDER BY id DESC LIMIT 1`,
    );
    expect(audited).toEqual({ outcome: 'success', detail: { execution_id: body.data.execution_id } });
    await idle();
  });

  it.each([
    ['DELETE FROM rivers', 'not_a_query'],
    ['SELECT 1; DROP TABLE rivers', 'one_statement'],
    ['SELECT pg_sleep(10)', 'forbidden_function'],
    ['SELECT * FROM pg_catalog.pg_authid', 'unknown_relation'],
    ['SELECT \0', 'invalid_text'],
    ['SELECT \ud800', 'invalid_text'],
    [`SELECT '${'x'.repeat(21_000)}'`, 'too_long'],
    ['', undefined],
  ])('refuses %j before it reaches the source, and writes that down', async (sql, rule) => {
    const { status, body } = await run({ sql });
    expect([status, body.code]).toEqual([422, 'QUERY_REJECTED']);
    if (rule !== undefined) expect(body.violations[0].rule).toBe(rule);
    expect(await latest()).toMatchObject({ outcome: 'rejected', error_code: 'QUERY_REJECTED' });
  });

  it('passes on what the source says', async () => {
    const { status, body } = await run({ sql: 'SELECT 1 / (id - id) FROM rivers' });
    expect([status, body.code, body.reason]).toEqual([422, 'QUERY_FAILED', 'division by zero']);
    expect(await latest()).toMatchObject({ outcome: 'failed', error_code: 'QUERY_FAILED' });
    await idle();
  });

  it.each([
    [{}],
    [{ sql: 7 }],
    [{ sql: 'SELECT 1', max_rows: 0 }],
    [{ sql: 'SELECT 1', max_rows: 1001 }],
    [{ sql: 'SELECT 1', max_rows: 1.5 }],
    [{ sql: 'SELECT 1', max_rows: '10' }],
    [{ sql: 'SELECT 1', max_rows: null }],
    [{ sql: 'SELECT 1', max_rows: 1e308 }],
    [{ sql: 'SELECT 1', timeout_ms: 99 }],
    [{ sql: 'SELECT 1', timeout_ms: 60_001 }],
    [{ sql: 'SELECT 1', schema: 'public' }],
  ])('answers 400 for %j', async (body) => {
    expect(outcome(await run(body))).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('is not for viewers, other organizations, or people without an organization', async () => {
    const sql = 'SELECT 1';
    const mine = (await run({ sql })).body.data.execution_id;
    expect(outcome(await run({ sql }, vera))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await run({ sql }, oscar))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await run({ sql }, nora))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await run({ sql }, olivia, 4711))).toEqual([404, 'NOT_FOUND']);
    for (const ask of [execution, cancel]) {
      expect(outcome(await ask(mine, oscar))).toEqual([404, 'NOT_FOUND']);
      expect(outcome(await ask(mine, vera))).toEqual([404, 'NOT_FOUND']);
      expect(outcome(await ask(mine, nora))).toEqual([403, 'FORBIDDEN']);
      expect(outcome(await ask(2_147_483_647))).toEqual([404, 'NOT_FOUND']);
      for (const odd of ['0', '-1', '1.5', '99999999999', 'x']) expect(outcome(await ask(odd))).toEqual([400, 'VALIDATION_FAILED']);
    }
    expect(outcome(await cancel(mine))).toEqual([409, 'CONFLICT']);
    expect(outcome(await executions(id, oscar))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await executions(id, nora))).toEqual([403, 'FORBIDDEN']);
  });

  it('lists one’s own, and everyone’s for people who manage the data sources', async () => {
    await run({ sql: 'SELECT 1' });
    expect((await executions(id, vera)).body.data).toMatchObject({ query_executions: [], pagination: { total: 0 } });
    await app.dataSource.query('UPDATE query_executions SET user_id = $1 WHERE id = $2', [vera.userId, (await latest()).id]);
    const own = await executions(id, vera);
    expect([own.status, own.body.data.pagination.total]).toEqual([200, 1]);
    expect((await execution((await latest()).id, vera)).status).toBe(200);
    const all = (await executions(id)).body.data;
    expect(all.query_executions).toHaveLength(10);
    expect(all.query_executions[0].id).toBe((await latest()).id);
    expect(all.pagination.total).toBeGreaterThan(10);
  });

  it('ends by its time limit, at the source too', async () => {
    expect(outcome(await run({ sql: ENDLESS, timeout_ms: 500 }))).toEqual([504, 'QUERY_TIMEOUT']);
    expect(await latest()).toMatchObject({ outcome: 'timed_out', error_code: 'QUERY_TIMEOUT' });
    await idle();
  });

  it('is cancelled by another instance, at the source too', async () => {
    const other = await startTestApp({ database: { url: app.databaseUrl }, clock: app.clock });
    const answer = run({ sql: ENDLESS, timeout_ms: 60_000 });
    await runsThere();
    const { id: running } = await latest();
    const cancelled = await other.http.delete(`/api/v1/query-executions/${running}`, { token: olivia.accessToken });
    expect([cancelled.status, cancelled.body.data]).toEqual([200, { success: true }]);
    expect(outcome(await answer)).toEqual([409, 'QUERY_CANCELLED']);
    expect(await latest()).toMatchObject({ outcome: 'cancelled' });
    await idle();
    await other.close();
  });

  it('ends when its client goes away', async () => {
    const client = new AbortController();
    const answer = fetch(`${app.url}/api/v1/data-sources/${id}/query`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${olivia.accessToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ sql: ENDLESS, timeout_ms: 60_000 }),
      signal: client.signal,
    });
    await runsThere();
    client.abort();
    await expect(answer).rejects.toThrow();
    await idle();
    await eventually('it is written down', async () => (await latest()).outcome === 'cancelled');
  });

  describe('at the end of its process', () => {
    const leaving = () => startTestApp({ database: { url: app.databaseUrl }, clock: app.clock });
    const close = (instance: TestApp, drainSeconds: number) =>
      closeGracefully(instance.app, { graceSeconds: 0, drainSeconds }, new AbortController().signal);

    it('is ended when its time is over, and says so, and does not call it cancelled', async () => {
      const other = await leaving();
      const answer = run({ sql: ENDLESS, timeout_ms: 60_000 }, olivia, id, other);
      await runsThere();
      await close(other, 0);
      const { status, body, headers } = await answer;
      expect([status, body.code, headers.get('retry-after'), headers.get('connection')]).toEqual([
        ...[503, 'INSTANCE_STOPPING', '1', 'close'],
      ]);
      expect(await latest()).toMatchObject({ outcome: 'failed', error_code: 'INSTANCE_STOPPING' });
      await idle();
      await other.close();
    });

    it('goes on for the time that is given', async () => {
      const other = await leaving();
      const answer = run({ sql: ENDLESS, timeout_ms: 1_000 }, olivia, id, other);
      await runsThere();
      await close(other, 60);
      expect(outcome(await answer)).toEqual([504, 'QUERY_TIMEOUT']);
      await other.close();
    });
  });

  it('does not let one organization keep another waiting', async () => {
    const slow = Array.from({ length: 12 }, () => run({ sql: ENDLESS, timeout_ms: 30_000 }));
    await runsThere(2);
    const { status } = await run({ sql: 'SELECT count(*) FROM rivers' }, oscar, theirs);
    expect(status).toBe(200);
    expect((await source.sessions()).filter(({ state }) => state === 'active')).toHaveLength(2);
    const open = await app.dataSource.query(`SELECT id FROM query_executions WHERE outcome = 'running'`);
    await Promise.all(open.map((one: { id: number }) => cancel(one.id)));
    expect((await Promise.all(slow)).map(({ status: each }) => each)).toEqual(Array(12).fill(409));
    await idle();
  });

  it('does not let the slow queries of one person, or of one source, keep the organization waiting', async () => {
    const adam = await logIn(app.http, 'adam');
    const other = await registered(source, 1, olivia, 'Another');
    const slow = Array.from({ length: 3 }, () => run({ sql: ENDLESS, timeout_ms: 60_000 }));
    await runsThere(2);
    // A colleague at the same source.
    expect((await run({ sql: 'SELECT count(*) FROM rivers' }, adam)).status).toBe(200);
    const theirSlow = Array.from({ length: 2 }, () => run({ sql: ENDLESS, timeout_ms: 60_000 }, adam));
    await runsThere(3);
    // The source has all of its share now, and another one is answered.
    expect((await run({ sql: 'SELECT count(*) FROM rivers' }, adam, other)).status).toBe(200);
    const open = await app.dataSource.query(`SELECT id FROM query_executions WHERE outcome = 'running'`);
    await Promise.all(open.map((one: { id: number }) => cancel(one.id)));
    expect((await Promise.all([...slow, ...theirSlow])).map(({ status }) => status)).toEqual(Array(5).fill(409));
    await idle();
  });

  it('answers twenty at once, each its own', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => run({ sql: `SELECT name FROM rivers WHERE id = ${n + 1}` })));
    expect(answers.map(({ body }) => body.data?.rows[0][0])).toEqual(Array.from({ length: 20 }, (_, n) => `River ${n + 1}`));
    await idle();
  });

  it('writes down the end of what a dead process has left, and forgets in time', async () => {
    const [{ id: dead }] = await app.dataSource.query(
      `INSERT INTO query_executions (organization_id, user_id, data_source_id, outcome, started_at, heartbeat_at)
       VALUES (1, $1, $2, 'running', now(), now() - interval '1 minute') RETURNING id`,
      [olivia.userId, id],
    );
    await app.app.get(FailAbandonedExecutions).execute();
    expect((await execution(dead)).body.data.query_execution).toMatchObject({
      outcome: 'failed',
      error_code: 'QUERY_INTERRUPTED',
    });
    const days = (count: number): Promise<unknown> =>
      app.dataSource.query(`UPDATE query_executions SET started_at = $1::timestamptz - $2 * interval '1 day' WHERE id = $3`, [
        app.clock.now(),
        count,
        dead,
      ]);
    await days(89);
    await app.app.get(PurgeExecutions).execute();
    expect((await execution(dead)).status).toBe(200);
    await days(91);
    await app.app.get(PurgeExecutions).execute();
    expect(outcome(await execution(dead))).toEqual([404, 'NOT_FOUND']);
  });

  it('answers no result that it finds after it was declared abandoned', async () => {
    const holder = new Client({ connectionString: source.url.href });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE rivers');
    const running = run({ sql: 'SELECT name FROM rivers' });
    await runsThere();
    const { id: execution_id } = await latest();
    const end = { outcome: 'failed', error_code: 'QUERY_INTERRUPTED' };
    await app.dataSource.query('UPDATE query_executions SET outcome = $1, error_code = $2 WHERE id = $3', [
      ...Object.values(end),
      execution_id,
    ]);
    await holder.end();
    const answer = await running;
    expect([...outcome(answer), answer.body.data, answer.headers.get('retry-after')]).toEqual([
      ...[503, 'QUERY_INTERRUPTED'],
      ...[undefined, '1'],
    ]);
    expect(await latest()).toMatchObject({ id: execution_id, ...end, row_count: null });
    const audited = `SELECT 1 FROM audit_events WHERE action = 'query.run' AND detail->>'execution_id' = $1`;
    expect(await app.dataSource.query(audited, [String(execution_id)])).toEqual([]);
    await idle();
  });

  it('closes the connection that waits for the next statement when its source is discovered, changed, closed or deleted', async () => {
    const own = await rivers();
    const made = await registered(own, 1, olivia, 'Changing');
    const at = `/api/v1/data-sources/${made}`;
    const token = olivia.accessToken;
    const gone = (): Promise<void> => eventually('it is gone', async () => (await own.sessions()).length === 0);
    const changes: Record<string, () => Promise<Answer> | Promise<unknown>> = {
      tested: () => app.http.post(`${at}/test`, undefined, { token }),
      discovered: () => app.http.post(`${at}/discover-schema?refresh=true`, undefined, { token }),
      changed: () => app.http.patch(at, { connection: { username: own.role, password: own.password } }, { token }),
      closed: () => app.app.get(CloseDataSource).execute({ id: made, organizationId: 1, name: 'Changing' }, null),
      deleted: () => app.http.delete(at, { token }),
    };
    for (const [how, change] of Object.entries(changes)) {
      await app.dataSource.query('UPDATE data_sources SET closed = NULL WHERE id = $1', [made]);
      expect([how, (await run({ sql: 'SELECT count(*) FROM rivers' }, olivia, made)).status]).toEqual([how, 200]);
      expect([how, (await own.sessions()).map(({ state, query }) => [state, query])]).toEqual([how, [['idle', 'DISCARD ALL']]]);
      await change();
      await gone();
    }
    await own.drop();
  });

  it('keeps statements and their values out of the log', async () => {
    await run({ sql: `SELECT 'very-secret-value' AS x, 1 / 0 AS y` });
    expect(app.log.join('\n')).not.toContain('very-secret-value');
  });
});
