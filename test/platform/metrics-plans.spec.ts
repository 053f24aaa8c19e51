import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type PreparedStatement, TypeOrmSession } from '../../src/platform/database/typeorm-session.js';
import { type Plan, readsOf } from '../support/query-plan.js';
import { type TestApp, startTestApp } from '../support/test-app.js';

const ROWS = 100_000;
const TOKEN = 'metrics-token-for-tests';
const TABLES = /FROM (outbox_mails|graphile_worker\._private_jobs|audit_events)/;

describe('what the metrics ask over many rows', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ environment: { METRICS_TOKEN: TOKEN } });
    await app.dataSource.query(
      `INSERT INTO audit_events (occurred_at, action, outcome, detail)
       SELECT now(), 'test.action', 'success', '{}' FROM generate_series(1, $1::integer)`,
      [ROWS],
    );
    await app.dataSource.query(`INSERT INTO graphile_worker._private_tasks (identifier) VALUES ('test.done') ON CONFLICT DO NOTHING`);
  });
  afterAll(() => app.close());

  /** Scrapes once. @returns how each statement reads, by the table that it is about */
  async function plans(): Promise<Map<string, string[]>> {
    const session = app.app.get(TypeOrmSession);
    const query = session.query.bind(session);
    const sent: string[] = [];
    const spy = jest
      .spyOn(session, 'query')
      .mockImplementation(async (sql: string | PreparedStatement, values: readonly unknown[] = []) => {
        const text = typeof sql === 'string' ? sql : sql.text;
        if (TABLES.test(text)) sent.push(text);
        return query(sql, values);
      });
    app.clock.advance({ minutes: 1 });
    await app.http.get('/metrics', { token: TOKEN });
    spy.mockRestore();
    const found = new Map<string, string[]>();
    for (const text of sent) {
      const [{ 'QUERY PLAN': plan }] = await app.dataSource.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`);
      const [{ Plan: root }] = plan as [{ Plan: Plan }];
      const nodes = readsOf(root).map(({ table, node }) => `${table}: ${node}`);
      found.set(TABLES.exec(text)?.[1] ?? '', nodes);
    }
    return found;
  }

  const fill = async (isWaiting: boolean): Promise<void> => {
    await app.dataSource.query('TRUNCATE outbox_mails, graphile_worker._private_jobs');
    await app.dataSource.query(
      `INSERT INTO outbox_mails (recipient, subject, body_sealed, created_at, sent_at)
       SELECT 'a@corp.example', 'Hello', CASE WHEN $2 THEN repeat('x', 400) END, now(), CASE WHEN NOT $2 THEN now() END
         FROM generate_series(1, $1::integer)`,
      [ROWS, isWaiting],
    );
    // What is done leaves the table of jobs; what has failed for good stays.
    await app.dataSource.query(
      `INSERT INTO graphile_worker._private_jobs (task_id, payload, attempts, max_attempts)
       SELECT (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'test.done'), '{"id": 1}', $2, 25
         FROM generate_series(1, $1::integer)`,
      [ROWS, isWaiting ? 0 : 25],
    );
    for (const table of ['outbox_mails', 'graphile_worker._private_jobs', 'audit_events', 'audit_heads'])
      await app.dataSource.query(`VACUUM ANALYZE ${table}`);
  };

  it.each([
    ['none of which waits', false],
    ['all of which wait', true],
  ])('%s goes through an index', async (_, isWaiting) => {
    await fill(isWaiting);
    const found = await plans();
    expect([...found.keys()].sort()).toEqual(['audit_events', 'graphile_worker._private_jobs', 'outbox_mails']);
    const nodes = [...found.values()].flat();
    // A table of one page or none is read faster than its index.
    expect(nodes.filter((node) => node.endsWith(': Seq Scan') && !node.startsWith('audit_heads'))).toEqual([]);
  });
});
