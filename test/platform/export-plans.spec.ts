import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { FILES_OF_ORGANIZATION } from '../../src/evidence/adapters/persistence/files-of-organization.js';
import { FILES_OF_PERSON } from '../../src/evidence/adapters/persistence/files-of-person.js';
import { connect } from '../../src/platform/database/connect.js';
import { type TestDatabase, createTestDatabase } from '../support/database.js';
import { insertMany } from '../support/many-rows.js';
import { type Plan, type Read, readsOf } from '../support/query-plan.js';

const ROWS = 100_000;
/** Of one person and of one organization among all others. */
const FEW = 1_000;
const ONE = 2;

/** Tables that grow with what people do, each with a row in a thousand that is of person 2 or organization 2. */
const LARGE: Readonly<Record<string, string>> = {
  audit_events: `INSERT INTO audit_events (occurred_at, action, outcome, actor_user_id, organization_id, target_type, target_id, detail)
    SELECT now(), 'test.done', 'success', who, who, 'user', who, '{}' FROM people`,
  query_executions: `INSERT INTO query_executions (organization_id, user_id, outcome, started_at, heartbeat_at)
    SELECT least(who, 2), who, 'succeeded', now(), now() FROM people`,
  abac_decisions: `INSERT INTO abac_decisions (organization_id, decided_at, user_id, is_allowed, reason, policies, errors, request, request_hash)
    SELECT least(who, 2), now(), who, true, 'policy', '[]', '{}', '{}', n FROM people`,
  outbox_mails: `INSERT INTO outbox_mails (recipient, subject, created_at, sent_at)
    SELECT u.email, 'Test', u.created_at, now() FROM people p JOIN users u ON u.id = p.who`,
  sessions: `INSERT INTO sessions (user_id, refresh_token_hash, amr, acr, authenticated_at, created_at, last_used_at, expires_at, network, device_name)
    SELECT who, sha256(n::text::bytea), '{pwd}', 'aal1', now(), now(), now(), now(), '', '' FROM people`,
};

describe('the statements of exports over many rows', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  beforeAll(async () => {
    database = await createTestDatabase();
    const settings = { url: database.url, poolSize: 1, patienceMs: 60_000, entities: [], migrations: [] };
    dataSource = await connect({ ...settings, onPoolError: () => undefined });
    for (const [table, insert] of Object.entries(LARGE)) {
      await insertMany(
        dataSource,
        table,
        `WITH people AS (SELECT n, CASE WHEN n % 1000 = 7 THEN $1::integer ELSE 3 + n % 3 END AS who FROM generate_series(1, ${ROWS}) n) ${insert}`,
        [ONE],
      );
      await dataSource.query(`ANALYZE ${table}`);
    }
    // As they are read: to the end.
    await dataSource.query('SET cursor_tuple_fraction = 1');
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const largeReads = async (sql: string, values: readonly unknown[]): Promise<Read[]> => {
    const [{ 'QUERY PLAN': plans }] = await dataSource.query(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) SELECT row_to_json(r)::text FROM (${sql}) r`,
      [...values],
    );
    return readsOf((plans as { Plan: Plan }[])[0]?.Plan ?? {}).filter(({ table }) => LARGE[table] !== undefined);
  };

  it('find one person by an index', async () => {
    const read = new Set<string>();
    for (const { name, sql } of FILES_OF_PERSON)
      for (const { table, node, rows } of await largeReads(sql, sql.includes('$2') ? [ONE, [1, 2]] : [ONE])) {
        read.add(table);
        expect([name, table, node, rows <= FEW]).toEqual([name, table, expect.not.stringMatching(/^Seq/), true]);
      }
    expect([...read].sort()).toEqual(Object.keys(LARGE).sort());
  });

  it('find one organization by an index, and sort no trail', async () => {
    for (const { name, sql } of FILES_OF_ORGANIZATION)
      for (const { table, node } of await largeReads(sql, [4]))
        expect([name, table, node]).toEqual([name, table, expect.not.stringMatching(/^Seq/)]);
  });
});
