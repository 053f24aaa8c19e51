import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FailAbandonedDiscoveries } from '../../src/catalog/application/fail-abandoned-discoveries.js';
import { PurgeDiscoveries } from '../../src/catalog/application/purge-discoveries.js';
import { eventually } from '../platform/fixtures/eventually.js';
import { CuttableProxy } from '../support/cuttable-proxy.js';
import type { Answer } from '../support/http-client.js';
import { SourceDatabase } from '../support/source-database.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

/** Every fault: a clear code, the old cache intact, nothing left open at the source, never a 500. */
describe('a discovery that fails', () => {
  let app: TestApp;
  let source: SourceDatabase;
  let proxy: CuttableProxy;
  let olivia: LoggedIn;
  let id: number;
  let known: object;

  beforeAll(async () => {
    app = await startTestApp({ environment: { DISCOVERY_MEMORY_MB: '16', DISCOVERY_TIMEOUT_SECONDS: '60' } });
    olivia = await logIn(app.http, 'olivia');
  });
  beforeEach(async () => {
    await proxy?.cut();
    await source?.drop();
    source = await SourceDatabase.create(
      `CREATE TABLE rivers (id int PRIMARY KEY, name text NOT NULL); CREATE VIEW names AS SELECT name FROM rivers`,
    );
    await source.run(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${source.role}`);
    proxy = new CuttableProxy(source.url);
    id = await register({ port: Number(new URL(await proxy.open()).port) });
    const { status, body } = await discover('');
    expect(status).toBe(200);
    known = body.data;
    // Something new, so that a refresh has to read.
    await source.run('CREATE TABLE lakes (id int)');
  });
  afterAll(async () => {
    await proxy?.cut();
    await source?.drop();
    await app.close();
  });

  let serial = 0;
  const register = async (change: object, engine = 'postgresql'): Promise<number> => {
    const body = {
      organization_id: 1,
      name: `Source ${(serial += 1)}`,
      engine,
      connection: source.connection({ ...change }),
    };
    const answer = await app.http.post('/api/v1/data-sources', body, { token: olivia.accessToken });
    expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
    return answer.body.data.data_source.id;
  };
  const discover = (query = '?refresh=true', on = app, of = id): Promise<Answer> =>
    on.http.post(`/api/v1/data-sources/${of}/discover-schema${query}`, undefined, { token: olivia.accessToken });
  const expectFault = async (answer: Answer, status: number, code: string): Promise<void> => {
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect((await discover('')).body.data).toEqual(known);
    await eventually('nothing is open at the source', async () => (await source.sessions()).length === 0);
    const audited = `SELECT outcome, detail->>'reason' AS reason FROM audit_events WHERE action = 'data_source.schema_discovered'
                      ORDER BY id DESC LIMIT 1`;
    expect(await app.dataSource.query(audited)).toEqual([{ outcome: 'refused', reason: code }]);
    const left = await app.dataSource.query(
      `SELECT 1 FROM schema_contents c WHERE NOT EXISTS (SELECT FROM schema_snapshot_parts p WHERE p.content_id = c.id)`,
    );
    expect(left).toEqual([]);
  };

  it('by a wrong password', async () => {
    await source.run(`ALTER ROLE ${source.role} PASSWORD 'another'`);
    await expectFault(await discover(), 502, 'DATA_SOURCE_LOGIN_FAILED');
  });

  it('by a role that may not connect any more', async () => {
    await source.run(`REVOKE CONNECT ON DATABASE ${source.name} FROM PUBLIC`);
    await expectFault(await discover(), 502, 'DATA_SOURCE_ACCESS_DENIED');
  });

  it('by a host that refuses', async () => {
    await proxy.cut();
    await expectFault(await discover(), 502, 'DATA_SOURCE_UNREACHABLE');
  });

  it('by a server that answers something else', async () => {
    await proxy.cut();
    const port = Number(new URL(await proxy.open()).port);
    await proxy.cut();
    const server: Server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(port, '127.0.0.1');
    await once(server, 'listening');
    expect((server.address() as AddressInfo).port).toBe(port);
    const answer = await discover();
    server.close();
    await expectFault(answer, 502, 'DATA_SOURCE_UNREACHABLE');
  });

  it('by a server without TLS where TLS is asked for', async () => {
    const change = { connection: { ssl: true, password: source.password } };
    await app.http.patch(`/api/v1/data-sources/${id}`, change, { token: olivia.accessToken });
    await expectFault(await discover(), 502, 'DATA_SOURCE_TLS_FAILED');
  });

  it('by a connection that breaks while the catalog is read', async () => {
    const reading = proxy.holdAnswersFrom('pg_attribute');
    const answer = discover();
    await reading;
    await proxy.cut();
    const answered = await answer;
    await proxy.open();
    await expectFault(answered, 502, 'DATA_SOURCE_LOST');
  });

  it('by its own deadline, with the statement ended at the source', async () => {
    const hasty = await startTestApp({
      database: { url: app.databaseUrl },
      clock: app.clock,
      environment: { DISCOVERY_TIMEOUT_SECONDS: '2' },
    });
    void proxy.holdAnswersFrom('pg_attribute');
    const answer = await discover('?refresh=true', hasty);
    await hasty.close();
    await proxy.cut();
    await proxy.open();
    await expectFault(answer, 504, 'DISCOVERY_TIMEOUT');
  });

  it('by the memory limit of its thread, which ends alone', async () => {
    await source.run(
      `CREATE SCHEMA bomb; DO $$ BEGIN FOR i IN 1..200 LOOP EXECUTE (
         SELECT 'CREATE TYPE bomb.type_' || i || ' AS ENUM (' || string_agg(quote_literal(lpad(n::text, 60, 'x')), ',') || ')'
         FROM generate_series(1, 1000) n); END LOOP; END $$`,
    );
    await expectFault(await discover(), 502, 'DISCOVERY_INTERRUPTED');
    await source.run('DROP SCHEMA bomb CASCADE');
    expect((await discover()).status).toBe(200);
  });

  it('by the deletion of the data source, for all callers who wait', async () => {
    const reading = proxy.holdAnswersFrom('pg_attribute');
    const answer = discover();
    await reading;
    const removed = await app.http.delete(`/api/v1/data-sources/${id}`, { token: olivia.accessToken });
    expect(removed.status).toBe(200);
    await proxy.cut();
    const { status } = await answer;
    expect([404, 502]).toContain(status);
    expect(await app.dataSource.query('SELECT 1 FROM schema_contents WHERE data_source_id = $1', [id])).toEqual([]);
  });

  it('when its process died: the next one runs, and the dead one is marked as failed', async () => {
    const [{ id: dead }] = await app.dataSource.query(
      `INSERT INTO schema_discoveries (data_source_id, state, requested_at, heartbeat_at)
       VALUES ($1, 'running', now(), now() - interval '1 hour') RETURNING id`,
      [id],
    );
    expect((await discover()).status).toBe(200);
    await app.app.get(FailAbandonedDiscoveries).execute();
    const read = await app.http.get(`/api/v1/data-sources/${id}/discoveries/${dead}`, { token: olivia.accessToken });
    expect(read.body.data.discovery).toMatchObject({ state: 'failed', error: { code: 'DISCOVERY_INTERRUPTED' } });
  });

  it('when its process died: the first reader learns it, without a check before', async () => {
    const insert = (silent: string) =>
      app.dataSource.query(
        `INSERT INTO schema_discoveries (data_source_id, state, requested_at, heartbeat_at)
         VALUES ($1, 'running', now(), now() - $2::interval) RETURNING id`,
        [id, silent],
      );
    const [[{ id: dead }], [{ id: living }]] = [await insert('31 seconds'), await insert('1 second')];
    const [{ id: other }] = await insert('31 seconds');
    const stateOf = async (discovery: number) =>
      (await app.http.get(`/api/v1/data-sources/${id}/discoveries/${discovery}`, { token: olivia.accessToken })).body.data.discovery.state;
    expect([await stateOf(dead), await stateOf(living)]).toEqual(['failed', 'running']);
    // The other discovery was not read, so the job will end it.
    const written = 'SELECT state FROM schema_discoveries WHERE id = $1';
    expect(await app.dataSource.query(written, [other])).toEqual([{ state: 'running' }]);
    expect(await stateOf(other)).toBe('failed');
    await app.dataSource.query('DELETE FROM schema_discoveries WHERE id = $1', [living]);
  });

  it('leaves no contents without a snapshot: the purge removes them, and old snapshots', async () => {
    for (let round = 0; round < 12; round += 1) {
      await source.run(`ALTER TABLE lakes ADD COLUMN c${round} int`);
      expect((await discover()).status).toBe(200);
    }
    await app.dataSource.query(`INSERT INTO schema_contents (data_source_id, schema_name, begun_at) VALUES ($1, 'public', '2026-01-01')`, [
      id,
    ]);
    app.clock.advance({ minutes: 10 });
    await app.app.get(PurgeDiscoveries).execute();
    const count = async (table: string) =>
      Number((await app.dataSource.query(`SELECT count(*) FROM ${table} WHERE data_source_id = $1`, [id]))[0].count);
    expect([await count('schema_snapshots'), await count('schema_contents')]).toEqual([10, 10]);
  });
});
