import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSqlite } from '../../src/platform/sqlite/sqlite-engine.js';
import { MYSQL_URL, MySqlServer } from '../support/mysql-server.js';
import { SourceDatabase } from '../support/source-database.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const TABLES = [
  'CREATE TABLE people (id integer PRIMARY KEY, name varchar(20), amount numeric(30, 2), big bigint, born date)',
  `INSERT INTO people VALUES (1, 'v7', 150000.00, 9007199254740993, '2026-01-31'), (2, 'it''s "\\{}', 2, 3, '1990-12-31'),
                             (3, 'other', -1, -1, '1066-10-14')`,
];
const ENGINES = ['postgresql', 'sqlite', 'duckdb', ...(MYSQL_URL === undefined ? [] : (['mysql'] as const))] as const;

describe('data policies with as many values as they may have', () => {
  let app: TestApp;
  let directory: string;
  let token: string;
  let source: SourceDatabase;
  let server: MySqlServer | undefined;
  const ids = new Map<string, number>();

  const connectionOf = async (engine: string): Promise<object> => {
    if (engine === 'postgresql') {
      source = await SourceDatabase.create(...TABLES, 'ALTER TABLE people ADD tags integer[]', 'ANALYZE');
      await source.run(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${source.role}`);
      return source.connection();
    }
    if (engine === 'mysql') {
      server = await MySqlServer.connect();
      await server.database('long_lists');
      await server.run(`SET sql_mode = 'NO_BACKSLASH_ESCAPES'; USE long_lists; ${TABLES.join('; ')}`);
      const { port, username, password, addresses } = await server.user('long_reader', 'SELECT ON long_lists.*');
      return { host: addresses[0], port, database: 'long_lists', username, password, ssl: false };
    }
    const file = join(directory, '1', `${engine}.db`);
    if (engine === 'sqlite') {
      const { oo1, capi } = await startSqlite(64);
      const database = new oo1.DB(':memory:');
      for (const sql of TABLES) database.exec(sql);
      writeFileSync(file, capi.sqlite3_js_db_export(database));
      database.close();
    } else {
      const program = `import { DuckDBInstance } from '@duckdb/node-api';
        const [file, list] = process.argv.slice(1);
        const connection = await (await DuckDBInstance.create(file)).connect();
        for (const statement of JSON.parse(list)) await connection.run(statement);
        connection.closeSync();`;
      execFileSync(process.execPath, ['--input-type=module', '--eval', program, file, JSON.stringify(TABLES)]);
    }
    return { file: `${engine}.db` };
  };
  const query = async (engine: string, sql = 'SELECT id FROM people ORDER BY id') => {
    const { status, body } = await app.http.post(`/api/v1/data-sources/${ids.get(engine)}/query`, { sql }, { token });
    return status === 200 ? body.data.rows : [body.code, body.violations?.[0]?.message ?? body.message];
  };
  const schemaOf = (engine: string) => ({ postgresql: 'public', mysql: 'long_lists' })[engine] ?? 'main';
  /** Beyond what all policies of an organization may weigh: groups of people are lists as well, and weigh nothing. */
  const restrict = async (engine: string, conditions: readonly object[]): Promise<void> => {
    await app.dataSource.query('DELETE FROM data_policies');
    const at = { kind: 'rows', schema: schemaOf(engine), relation: 'people' };
    const rule = { ...at, where: { column: 'id', operator: '=', value: 1 } };
    const body = { organization_id: 1, data_source_id: ids.get(engine), name: 'Lists', rules: [rule] };
    const made = await app.http.post('/api/v1/sso/abac/data-policies', body, { token });
    const path = `/api/v1/sso/abac/data-policies/${made.body.data.data_policy.id}/activate`;
    const headers = { 'If-Match': String(made.headers.get('etag')) };
    expect((await app.http.post(path, undefined, { token, headers })).status).toBe(200);
    await app.dataSource.query('UPDATE data_policies SET rules = $1', [JSON.stringify(conditions.map((where) => ({ ...at, where })))]);
    await app.dataSource.query('UPDATE data_policy_epochs SET epoch = epoch + 1');
  };
  const among = (column: string, first: readonly unknown[], filler: (index: number) => unknown) => ({
    column,
    operator: 'in',
    values: [...first, ...Array.from({ length: 1_000 - first.length }, (_, index) => filler(index))],
  });

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'lists-'));
    mkdirSync(join(directory, '1'));
    app = await startTestApp({ environment: { DATA_SOURCE_FILES_DIR: directory, RATE_LIMIT_MULTIPLIER: '1000' } });
    token = (await logIn(app.http, 'olivia')).accessToken;
    for (const engine of ENGINES) {
      const body = { organization_id: 1, name: engine, engine, connection: await connectionOf(engine) };
      const made = await app.http.post('/api/v1/data-sources', body, { token });
      ids.set(engine, made.body.data.data_source.id);
      const path = `/api/v1/data-sources/${ids.get(engine)}/discover-schema`;
      expect((await app.http.post(path, undefined, { token })).status).toBe(200);
    }
  });
  afterAll(async () => {
    await app.close();
    await source.drop();
    await server?.stop();
    rmSync(directory, { recursive: true });
  });

  const lists = (count: number) =>
    Array.from({ length: count }, (_, rule) => among('id', [rule === count - 1 ? 3 : 1], (index) => 1_000 + rule * 1_000 + index));

  it.each(ENGINES)('show their rows, or name the limit of the engine, with 200 rules of 1,000 values: %s', async (engine) => {
    await restrict(engine, lists(200));
    const answer = await query(engine);
    if (engine === 'postgresql' || engine === 'mysql') return expect(answer).toEqual([[1], [3]]);
    expect(answer).toEqual([
      'QUERY_REJECTED',
      expect.stringMatching(
        /^Policies compare rows of these relations with 200000 values of 1\d{6} characters, but a statement for (?:SQLite has room for 7500|DuckDB has room for 50000) values of 900000 characters\./,
      ),
    ]);
    // As many as it says.
    await restrict(engine, lists(engine === 'sqlite' ? 7 : 50));
    expect(await query(engine)).toEqual([[1], [3]]);
  });

  it.each(
    ENGINES.flatMap((engine) =>
      [
        ['name', [`it's "\\{}`, 'NULL'], (index: number) => `x${index}`, [[2]]],
        ['amount', [150_000, '2.00'], (index: number) => index + 10_000_000, [[1], [2]]],
        ['big', ['9007199254740993', -1], (index: number) => 50_000 + index, [[1], [3]]],
        ['id', ['99999999999999999999', 2], (index: number) => 70_000 + index, [[2]]],
        ['born', ['1066-10-14'], () => '2000-02-29', [[3]]],
      ].map(([column, first, filler, rows]) => [engine, column, first, filler, rows] as const),
    ),
  )('compare long lists exactly: %s, %s', async (engine, column, first, filler, rows) => {
    const list = among(String(column), first as readonly unknown[], filler as (index: number) => unknown);
    await restrict(engine, [list]);
    expect(await query(engine)).toEqual(rows);
    const others = [[1], [2], [3]].filter((one) => !JSON.stringify(rows).includes(JSON.stringify(one)));
    await restrict(engine, [{ not: list }]);
    expect(await query(engine)).toEqual(others);
  });

  it('compare arrays one by one', async () => {
    await source.run(`UPDATE people SET tags = '{1,2}' WHERE id = 2`);
    await restrict('postgresql', [among('tags', ['{1,2}'], (index) => `{${index},${index}}`)]);
    expect(await query('postgresql')).toEqual([[2]]);
  });

  it('name the limit of PostgreSQL where they are not written as lists', async () => {
    const one = (value: number) => ({ column: 'id', operator: '=', value });
    const terms = Array.from({ length: 10 }, (_, at) => ({
      or: Array.from({ length: 100 }, (__, by) => one(at * 100 + by)),
    }));
    await restrict('postgresql', Array(66).fill({ or: terms }));
    expect(await query('postgresql')).toEqual([
      'QUERY_REJECTED',
      'Policies compare rows of these relations with 66000 values, and PostgreSQL takes 65535 in a statement. Ask an administrator to write them as lists (in), of 100 values or more.',
    ]);
  });
});
