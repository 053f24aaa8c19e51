import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startSqlite } from '../../src/platform/sqlite/sqlite-engine.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const TABLES = [
  'CREATE TABLE emp (id integer PRIMARY KEY, region varchar, mail varchar, born date, salary integer)',
  `INSERT INTO emp VALUES (1, 'EU', 'ada@example.org', '1980-05-17', 4711)`,
  `INSERT INTO emp VALUES (2, 'US', 'bob@example.org', '1990-06-18', 4712)`,
  'CREATE TABLE payroll (id integer PRIMARY KEY, wage integer)',
];
const EMP = { schema: 'main', relation: 'emp' };
const RULES = [
  { kind: 'relation', schema: 'main', relation: 'payroll' },
  { kind: 'column', ...EMP, column: 'salary', effect: 'deny' },
  { kind: 'column', ...EMP, column: 'born', effect: 'year' },
  { kind: 'tag', tag: 'email', effect: 'hash' },
  { kind: 'rows', ...EMP, where: { column: 'region', operator: 'in', values: { attribute: 'own.regions' } } },
];
const MAKE = {
  async sqlite(file: string): Promise<void> {
    const { oo1, capi } = await startSqlite(64);
    const database = new oo1.DB(':memory:');
    for (const sql of TABLES) database.exec(sql);
    writeFileSync(file, capi.sqlite3_js_db_export(database));
    database.close();
  },
  // In a process of its own: an instance keeps its file open for as long as the process likes.
  duckdb(file: string): Promise<void> {
    const program = `import { DuckDBInstance } from '@duckdb/node-api';
      const [file, list] = process.argv.slice(1);
      const connection = await (await DuckDBInstance.create(file)).connect();
      for (const statement of JSON.parse(list)) await connection.run(statement);
      connection.closeSync();`;
    execFileSync(process.execPath, ['--input-type=module', '--eval', program, file, JSON.stringify(TABLES)]);
    return Promise.resolve();
  },
} as const;
const ENGINES = ['sqlite', 'duckdb'] as const;

describe('a published data policy for a data source that is a file', () => {
  let app: TestApp;
  let directory: string;
  let olivia: LoggedIn, adam: LoggedIn;
  const ids = new Map<string, number>();

  const as = ({ accessToken: token }: LoggedIn, more: object = {}) => ({ token, ...more });
  const run = async (engine: string, sql: string, who: LoggedIn): Promise<unknown> => {
    const { status, body } = await app.http.post(`/api/v1/data-sources/${ids.get(engine)}/query`, { sql }, as(who));
    return status === 200 ? body.data.rows : [body.code, body.violations?.[0]?.rule ?? null];
  };

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'policies-'));
    mkdirSync(join(directory, '1'));
    app = await startTestApp({ environment: { DATA_SOURCE_FILES_DIR: directory } });
    [olivia, adam] = [await logIn(app.http, 'olivia'), await logIn(app.http, 'adam')];
    for (const engine of ENGINES) {
      await MAKE[engine](join(directory, '1', `${engine}.db`));
      const body = { organization_id: 1, name: engine, engine, connection: { file: `${engine}.db` } };
      const { id } = (await app.http.post('/api/v1/data-sources', body, as(olivia))).body.data.data_source;
      ids.set(engine, id);
      const path = `/api/v1/data-sources/${id}`;
      expect((await app.http.post(`${path}/discover-schema`, undefined, as(olivia))).status).toBe(200);
      const tag = { ...EMP, column: 'mail', tag: 'email', state: 'set' };
      expect((await app.http.put(`${path}/tags`, tag, as(olivia))).status).toBe(200);
    }
    for (const [username, regions] of [
      ['olivia', ['EU', 'US']],
      ['adam', ['EU']],
    ] as const) {
      const [{ id }] = await app.dataSource.query('SELECT id FROM users WHERE username = $1', [username]);
      const path = `/api/v1/organizations/1/members/${id}/attributes`;
      expect((await app.http.put(path, { attributes: { regions } }, as(olivia))).status).toBe(200);
    }
  });
  afterAll(async () => {
    await app.close();
    rmSync(directory, { recursive: true });
  });
  beforeEach(() => app.dataSource.query('DELETE FROM data_policies'));

  it.each(ENGINES)('filters rows, masks and denies in %s', async (engine) => {
    const path = '/api/v1/sso/abac/data-policies';
    const policy = { organization_id: 1, data_source_id: ids.get(engine), name: engine, rules: RULES };
    const made = await app.http.post(path, policy, as(olivia));
    expect([made.status, made.text]).toEqual([201, expect.anything()]);
    const all = 'SELECT * FROM emp ORDER BY id';
    expect(await run(engine, all, adam)).toHaveLength(2);
    const { id } = made.body.data.data_policy;
    const headers = { 'If-Match': '"1"' };
    expect((await app.http.post(`${path}/${id}/activate`, undefined, as(olivia, { headers }))).status).toBe(200);
    const hash = expect.stringMatching(/^[0-9a-f]{32}$/);
    const [ada, bob] = [
      [1, 'EU', hash, '1980-01-01'],
      [2, 'US', hash, '1990-01-01'],
    ];
    expect(await run(engine, all, adam)).toEqual([ada]);
    expect(await run(engine, all, olivia)).toEqual([ada, bob]);
    const query = { sql: 'SELECT mail FROM emp' };
    const masked = await app.http.post(`/api/v1/data-sources/${ids.get(engine)}/query`, query, as(adam));
    expect(masked.body.data.columns).toEqual([{ name: 'mail', type: { sqlite: 'text', duckdb: 'varchar' }[engine] }]);
    expect(await run(engine, `SELECT count(*) FROM emp WHERE region = 'US'`, adam)).toEqual([[0]]);
    const denied = engine === 'sqlite' ? ['QUERY_REJECTED', 'syntax'] : ['QUERY_FAILED', null];
    expect(await run(engine, 'SELECT salary FROM emp', adam)).toEqual(denied);
    expect(await run(engine, 'SELECT wage FROM payroll', olivia)).toEqual(['QUERY_REJECTED', 'unknown_relation']);
    const schema = await app.http.get(`/api/v1/data-sources/${ids.get(engine)}/schema`, as(olivia));
    expect(['payroll', 'salary', 'born'].map((name) => schema.text.includes(name))).toEqual([false, false, true]);
  });
});
