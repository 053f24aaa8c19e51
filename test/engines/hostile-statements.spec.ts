import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { POSTGRESQL_HONEST, POSTGRESQL_SALES } from '../fixtures/statements/postgresql-honest.js';
import { POSTGRESQL_HOSTILE, POSTGRESQL_UNKNOWN } from '../fixtures/statements/postgresql-hostile.js';
import type { Answer } from '../support/http-client.js';
import { LoggingServer } from '../support/logging-server.js';
import { SourceDatabase } from '../support/source-database.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const HOSTILE = [...Object.values(POSTGRESQL_HOSTILE).flat(), ...POSTGRESQL_UNKNOWN];
/** Of the role that connects, in the log of the server. */
const CONNECTIONS = /connection authorized: user=reader_/g;
const BEGINNINGS = /statement: BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;/g;

describe('statements that would do harm to PostgreSQL', () => {
  let app: TestApp;
  let server: LoggingServer;
  let source: SourceDatabase;
  let olivia: LoggedIn;
  let id: number;

  beforeAll(async () => {
    server = await LoggingServer.start();
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000' } });
    olivia = await logIn(app.http, 'olivia');
    source = await SourceDatabase.createOn(server.url, POSTGRESQL_SALES);
    // A role that could do all of it: what keeps it from that is not the source.
    await source.run(`ALTER ROLE ${source.role} SUPERUSER`);
    const body = { organization_id: 1, name: 'Sales', engine: 'postgresql', connection: source.connection() };
    const token = olivia.accessToken;
    id = (await app.http.post('/api/v1/data-sources', body, { token })).body.data.data_source.id;
    expect((await app.http.post(`/api/v1/data-sources/${id}/discover-schema`, undefined, { token })).status).toBe(200);
  });
  afterAll(async () => {
    await app?.close();
    await server?.stop();
  });

  const query = (sql: string): Promise<Answer> => app.http.post(`/api/v1/data-sources/${id}/query`, { sql }, { token: olivia.accessToken });
  /** Everything that the statements could have changed. */
  const state = (): Promise<unknown> =>
    source.run(`
      SELECT (SELECT jsonb_agg(c ORDER BY id) FROM sales.customers c) AS customers,
             (SELECT count(*) FROM sales.orders) AS orders,
             (SELECT jsonb_agg(relname ORDER BY oid) FROM pg_class WHERE oid >= 16384) AS relations,
             (SELECT jsonb_agg(proname) FROM pg_proc WHERE oid >= 16384) AS functions,
             (SELECT jsonb_agg(rolname ORDER BY oid) FROM pg_roles) AS roles,
             (SELECT count(*) FROM pg_largeobject_metadata) AS objects,
             (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory') AS locks,
             (SELECT count(*) FROM pg_replication_slots) AS slots`);

  it('are refused, and the source does not even hear of them', async () => {
    const before = await state();
    const began = (await server.log()).length;
    for (const sql of HOSTILE) {
      const { status, body } = await query(sql);
      expect([sql.slice(0, 200), status, body.code]).toEqual([sql.slice(0, 200), 422, 'QUERY_REJECTED']);
    }
    const heard = (await server.log()).slice(began);
    expect(heard.match(CONNECTIONS)).toBeNull();
    expect(heard).not.toMatch(/statement:|execute |STATEMENT:|ERROR:/);
    expect(await state()).toEqual(before);
  });

  it('are missed in a log that does hear of the others', async () => {
    const began = (await server.log()).length;
    for (const sql of POSTGRESQL_HONEST) {
      const { status, text } = await query(sql);
      expect([sql, status, text]).toEqual([sql, 200, expect.anything()]);
    }
    const heard = (await server.log()).slice(began);
    expect(heard).toMatch(CONNECTIONS);
    expect(heard.match(BEGINNINGS)?.length).toBe(POSTGRESQL_HONEST.length);
    expect(heard).toContain('FROM "sales".customers');
  });

  it('leave no error in the log of the server when a query comes from a role without rights', async () => {
    await source.run(`ALTER ROLE ${source.role} NOSUPERUSER; GRANT USAGE ON SCHEMA sales TO ${source.role};
      GRANT SELECT ON ALL TABLES IN SCHEMA sales TO ${source.role}`);
    const began = (await server.log()).length;
    const { status } = await query('SELECT count(*) FROM sales.customers');
    expect(status).toBe(200);
    const heard = (await server.log()).slice(began);
    expect(heard).toContain('temp_file_limit');
    expect(heard).not.toContain('ERROR:');
  });
});
