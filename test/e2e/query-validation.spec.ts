import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LOCATE } from '../../src/catalog/adapters/persistence/sql-relation-names.js';
import { POSTGRESQL_SALES } from '../fixtures/statements/postgresql-honest.js';
import { POSTGRESQL_HOSTILE, POSTGRESQL_UNKNOWN } from '../fixtures/statements/postgresql-hostile.js';
import type { Answer } from '../support/http-client.js';
import { column, plant, plantSource, table } from '../support/planted-schema.js';
import { SourceDatabase } from '../support/source-database.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const HOSTILE = Object.values(POSTGRESQL_HOSTILE).flat();

describe('asking whether a statement would be run', () => {
  let app: TestApp;
  let source: SourceDatabase;
  let olivia: LoggedIn, mia: LoggedIn, vera: LoggedIn, oscar: LoggedIn;
  let id: number;

  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000' } });
    await app.dataSource.query('DELETE FROM mfa_factors');
    [olivia, mia, vera, oscar] = (await Promise.all(['olivia', 'mia', 'vera', 'oscar'].map((name) => logIn(app.http, name)))) as [
      LoggedIn,
      LoggedIn,
      LoggedIn,
      LoggedIn,
    ];
    source = await SourceDatabase.create(
      POSTGRESQL_SALES,
      `CREATE SCHEMA archive; CREATE TABLE archive.orders (id int); CREATE TABLE archive.returns (id int);
       CREATE TABLE sales.salaries (id int); CREATE SCHEMA hidden; CREATE TABLE hidden.customers (id int);
       CREATE TABLE hidden.returns (id int)`,
    );
    await source.run(`GRANT USAGE ON SCHEMA sales, archive, "Odd ""Schema""" TO ${source.role}`);
    await source.run(`GRANT SELECT ON ALL TABLES IN SCHEMA sales, archive, "Odd ""Schema""" TO ${source.role}`);
    await source.run(`REVOKE SELECT ON sales.salaries FROM ${source.role}`);
    const body = { organization_id: 1, name: 'Sales', engine: 'postgresql', connection: source.connection() };
    const token = olivia.accessToken;
    id = (await app.http.post('/api/v1/data-sources', body, { token })).body.data.data_source.id;
    expect((await app.http.post(`/api/v1/data-sources/${id}/discover-schema`, undefined, { token })).status).toBe(200);
  });
  afterAll(async () => {
    await source?.drop();
    await app.close();
  });

  const ask = (sql: unknown, who: LoggedIn = mia, at: unknown = id): Promise<Answer> =>
    app.http.post(`/api/v1/data-sources/${String(at)}/query/validate`, { sql }, { token: who.accessToken });
  const rules = async (sql: string, at = id): Promise<string[]> =>
    (await ask(sql, mia, at)).body.data.violations.map(({ rule }: { rule: string }) => rule);

  it('answers a harmless one with nothing to say against it', async () => {
    const { status, body, headers } = await ask('SELECT count(*) FROM customers');
    expect([status, body]).toEqual([
      200,
      { success: true, data: { valid: true, violations: [], unprepared: null }, message: expect.any(String) },
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('leaves all others their turn while twenty long lists are judged', async () => {
    const sql = `SELECT 1 WHERE 1 IN (${'1,'.repeat(9_980)}1)`;
    let done = 0;
    let between = 0;
    const lists = Array.from({ length: 20 }, async () => {
      const { body } = await ask(sql);
      done += 1;
      expect(body.data).toMatchObject({ valid: true });
    });
    while (done < lists.length) {
      expect((await app.http.get('/health/live')).status).toBe(200);
      if (done > 0 && done < lists.length) between += 1;
    }
    await Promise.all(lists);
    expect(between).toBeGreaterThan(lists.length);
  });

  it('answers another with what is wrong with it, and where, in order', async () => {
    const sql = `SELECT 'ä😀', pg_sleep(1), 'x'::regclass FROM customers FOR UPDATE`;
    expect((await ask(sql)).body.data).toEqual({
      valid: false,
      unprepared: null,
      violations: [
        { rule: 'forbidden_syntax', position: 0, message: 'FOR UPDATE and FOR SHARE lock rows. Leave them out.' },
        { rule: 'forbidden_function', position: sql.indexOf('pg_sleep'), message: expect.stringContaining('pg_sleep') },
        { rule: 'forbidden_type', position: sql.indexOf('regclass'), message: expect.stringContaining('regclass') },
      ],
    });
  });

  it('knows only relations of the discovered schema, and nothing of the catalog', async () => {
    for (const sql of POSTGRESQL_UNKNOWN) expect([sql, ...(await rules(sql))]).toEqual([sql, 'unknown_relation']);
    const { data } = (await ask('SELECT * FROM customers JOIN nowhere n USING (id) JOIN nowhere m USING (id)')).body;
    expect(data.violations).toEqual([{ rule: 'unknown_relation', position: 29, message: expect.stringContaining('nowhere') }]);
  });

  it('asks for the schema of a name that several have', async () => {
    const { data } = (await ask('SELECT * FROM orders')).body;
    expect(data.violations).toEqual([
      {
        rule: 'ambiguous_relation',
        position: 14,
        message: 'orders may mean archive.orders, sales.orders: write it with its schema.',
      },
    ]);
    expect(await rules('SELECT * FROM archive.orders, returns')).toEqual([]);
  });

  it('takes the one that the path of the source has first', async () => {
    const token = olivia.accessToken;
    const discover = () => app.http.post(`/api/v1/data-sources/${id}/discover-schema?refresh=true`, undefined, { token });
    await source.run(`ALTER ROLE ${source.role} SET search_path = hidden, archive, sales`);
    expect((await discover()).status).toBe(200);
    expect(await rules('SELECT * FROM orders')).toEqual([]);
    expect(await rules('SELECT id FROM orders')).toEqual([]);
    const { data } = (await ask('SELECT total FROM orders')).body;
    expect(data.violations).toEqual([
      { rule: 'syntax', position: null, message: expect.stringContaining('column "total" does not exist') },
    ]);
    await source.run(`ALTER ROLE ${source.role} RESET search_path`);
    expect((await discover()).status).toBe(200);
    expect(await rules('SELECT * FROM orders')).toEqual(['ambiguous_relation']);
  });

  it('does not count what may not be read among the meanings of a name, nor name it', async () => {
    // There is a hidden.customers and a hidden.returns.
    expect(await rules('SELECT * FROM customers JOIN returns ON true')).toEqual([]);
    expect(await rules('SELECT * FROM hidden.returns')).toEqual(['unreadable_relation']);
  });

  it('tells of twenty unknown relations, and no more', async () => {
    const sql = `SELECT * FROM ${Array.from({ length: 30 }, (_, n) => `nowhere_${n}`).join()}`;
    expect(await rules(sql)).toEqual(Array.from({ length: 20 }, () => 'unknown_relation'));
  });

  it('refuses what the role that connects may not read', async () => {
    expect(await rules('SELECT * FROM salaries')).toEqual(['unreadable_relation']);
    expect(await rules('SELECT 1 WHERE EXISTS (TABLE sales.salaries)')).toEqual(['unreadable_relation']);
  });

  it('takes names of PostgreSQL as they are written', async () => {
    expect(await rules('SELECT * FROM "Customers"')).toEqual(['unknown_relation']);
    expect(await rules('SELECT * FROM CUSTOMERS, "Größe"')).toEqual([]);
    expect(await rules('SELECT * FROM Größe')).toEqual(['unknown_relation']);
  });

  it('finds something wrong with every hostile one, and fails on none', async () => {
    for (const sql of HOSTILE) {
      const { status, body } = await ask(sql);
      expect([sql.slice(0, 200), status, body.data.valid]).toEqual([sql.slice(0, 200), 200, false]);
    }
  });

  it('asks the source about nothing that the guard refuses', async () => {
    const connections = async (): Promise<string> =>
      (await source.run<{ sessions: string }>(`SELECT sessions FROM pg_stat_database WHERE datname = $1`, [source.name]))[0]?.sessions ??
      '';
    await source.run('SELECT pg_stat_force_next_flush()');
    const before = Number(await connections());
    for (const sql of HOSTILE.slice(0, 20)) await ask(sql);
    // Each look is a session itself.
    expect(Number(await connections()) - before).toBeLessThanOrEqual(2);
  });

  it('says what it did not check where the source answers nothing, or cannot be asked', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const lead = (to: number) =>
      app.dataSource.query(`UPDATE data_sources SET connection = jsonb_set(connection, '{port}', to_jsonb($2::int)) WHERE id = $1`, [
        id,
        to,
      ]);
    await lead(port);
    const said = async (language: string) =>
      (
        await app.http.post(
          `/api/v1/data-sources/${id}/query/validate`,
          { sql: 'SELECT lenght FROM customers' },
          { token: mia.accessToken, headers: { 'accept-language': language } },
        )
      ).body.data;
    const unchecked = 'The data source did not answer in time, so names of columns are not checked.';
    expect(await said('en')).toEqual({ valid: true, violations: [], unprepared: unchecked });
    silent.close();
    expect(await said('de')).toMatchObject({ valid: true, unprepared: expect.stringContaining('konnte nicht gefragt werden') });
    expect((await ask('SELECT pg_sleep(1) FROM customers')).body.data).toMatchObject({ valid: false, unprepared: null });
    await lead(Number(source.connection()['port']));
    expect((await said('en')).violations).toMatchObject([{ message: expect.stringContaining('lenght') }]);
  });

  it('is for those who may run queries, of the organization that owns the source', async () => {
    const sql = 'SELECT 1';
    expect((await ask(sql, vera)).status).toBe(403);
    expect((await ask(sql, oscar)).status).toBe(404);
    expect((await ask(sql, mia, 2_000_000_000)).status).toBe(404);
    for (const at of ['0', '-1', 'x', '99999999999', '1.5']) expect((await ask(sql, mia, at)).status).toBe(400);
  });

  it('refuses a malformed request', async () => {
    const token = mia.accessToken;
    const path = `/api/v1/data-sources/${id}/query/validate`;
    for (const body of [{}, { sql: 1 }, { sql: null }, { sql: ['SELECT 1'] }, { sql: 'SELECT 1', limit: 1 }])
      expect((await app.http.post(path, body, { token })).status).toBe(400);
    expect((await ask('x'.repeat(110_000))).status).toBe(413);
    expect(await rules(' '.repeat(20_001))).toEqual(['too_long']);
    expect(await rules('SELECT 1\u0000')).toEqual(['invalid_text']);
    expect(await rules('SELECT \ud800')).toEqual(['invalid_text']);
  });

  it('asks to discover the schema first, of a statement that names a relation', async () => {
    const blank = await plantSource(app.dataSource, 1, 'Blank');
    expect((await ask('SELECT * FROM t', mia, blank)).body.code).toBe('SCHEMA_NOT_DISCOVERED');
    expect(await rules('SELECT 1', blank)).toEqual([]);
  });

  it('finds names among a hundred thousand by index, and offers ten of thousands of schemas', async () => {
    const big = await plantSource(app.dataSource, 1, 'Big');
    const tenants = Array.from({ length: 300 }, (_, n) => `tenant_${n}`);
    await plant(
      app.dataSource,
      big,
      tenants.map((name) => ({ name, relations: [table(name, 'orders', [column('id')])] })),
    );
    await app.dataSource.query(
      `INSERT INTO schema_relations (content_id, ordinal, name, kind, readable, columns_count, hash, name_words, other_words, words_count, detail)
       SELECT c.id, n, 'table_' || n, 'table', true, 0, '', '', '', 0, '{}'
         FROM schema_contents c, generate_series(10, 343) n WHERE c.data_source_id = $1`,
      [big],
    );
    await app.dataSource.query('ANALYZE schema_relations, schema_contents, schema_snapshot_parts');
    expect(await rules('SELECT * FROM orders', big)).toEqual(['ambiguous_relation']);
    expect(await rules('SELECT * FROM tenant_7.orders JOIN tenant_299.table_343 ON true', big)).toEqual([]);
    const plan = JSON.stringify(
      await app.dataSource.query(`EXPLAIN (FORMAT json) ${LOCATE}`, [big, [null], ['orders'], false, 10, [], null]),
    );
    expect(plan).toContain('schema_relations_by_name');
    expect(plan).not.toMatch(/"Seq Scan"[^}]*"schema_relations"/);
  });
});
