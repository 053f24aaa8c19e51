import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RunStatement } from '../../src/data-sources/application/run-statement.js';
import { startSqlite } from '../../src/platform/sqlite/sqlite-engine.js';
import { DataPolicies } from '../../src/query-generation/application/ports/data-policies.js';
import type { Restriction } from '../../src/query-generation/domain/restriction.js';
import type { Answer } from '../support/http-client.js';
import { MYSQL_URL, MySqlServer } from '../support/mysql-server.js';
import { SourceDatabase } from '../support/source-database.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const KEY = '9d1c4f0a5b6e7788990011aabbccddee';
/** The blocks of HMAC that hold the key, which tell it as well. */
const BLOCKS = [0x36, 0x5c]
  .map((pad) => Buffer.from(KEY, 'hex').map((byte) => byte ^ pad))
  .map((one) => Buffer.from(one).toString('hex'));
const ALLOWED = 'zone-allowed-4711';
const HIDDEN = 'zone-hidden-0815';
const TABLES = [
  'CREATE TABLE areas (code varchar(20), title varchar(60), wages integer, zone varchar(40))',
  ...['EU', 'AP', 'US'].map(
    (code, at) => `INSERT INTO areas VALUES ('${code}', 'Title ${code}', ${at}, '${at < 2 ? ALLOWED : HIDDEN}')`,
  ),
  'CREATE TABLE sites (id integer, code varchar(20))',
  `INSERT INTO sites VALUES (1, 'EU'), (2, 'US')`,
];
const DATABASE = 'column_names';

const column = (name: string, mask: Restriction['columns'][number]['mask'] = null) => ({
  ...{ name, mask },
  type: name === 'title' ? 'varchar(60)' : name === 'zone' ? 'varchar(40)' : 'varchar(20)',
});

/** Titles are hashed, wages denied, and rows filtered by a value. */
const AREAS = (schema: string): Restriction => ({
  ...{ schema, name: 'areas', isDenied: false, policies: ['p'] },
  rows: { kind: 'compare', column: 'zone', operator: '=', value: ALLOWED, isText: true },
  columns: [column('code'), column('title', { kind: 'hash', key: KEY })],
});

const QUERY = `(SELECT title FROM areas WHERE code='EU')`;
/** What is asked, and what the columns are called where engines name them by the text; `null` where each does so in its own way. */
const STATEMENTS: readonly (readonly [string, readonly string[] | null])[] = [
  [`SELECT ${QUERY}`, [QUERY]],
  [`SELECT /* one */ ${QUERY} /* two */, id FROM sites`, null],
  [`SELECT EXISTS (SELECT 1 FROM areas), (SELECT count(*) FROM areas)`, null],
  [`SELECT id IN (SELECT 1 FROM areas) FROM sites`, null],
  [`SELECT CASE WHEN EXISTS (SELECT 1 FROM areas) THEN 1 ELSE 0 END`, null],
  [`SELECT CAST((SELECT count(*) FROM areas) AS char(5))`, null],
  [`SELECT coalesce((SELECT max(title) FROM areas), 'none')`, null],
  [`SELECT * FROM (SELECT (SELECT max(code) FROM areas), id FROM sites) AS s`, ['(SELECT max(code) FROM areas)', 'id']],
  [`WITH c AS (SELECT (SELECT max(code) FROM areas) FROM sites) SELECT * FROM c`, ['(SELECT max(code) FROM areas)']],
  [`SELECT ${QUERY} UNION ALL SELECT code FROM sites`, [QUERY]],
  [`SELECT DISTINCT ${QUERY} FROM sites ORDER BY ${QUERY}`, [QUERY]],
  [`SELECT ${QUERY}, ${QUERY}`, null],
  [
    `SELECT (SELECT max((SELECT max(title) FROM areas)) FROM sites)`,
    ['(SELECT max((SELECT max(title) FROM areas)) FROM sites)'],
  ],
  [`SELECT *, (SELECT max(title) FROM areas AS a WHERE a.code = sites.code) FROM sites`, null],
];
const OF_DUCKDB = [
  `DESCRIBE SELECT ${QUERY}`,
  `SUMMARIZE SELECT ${QUERY}`,
  `SELECT s FROM (SELECT ${QUERY}) AS s`,
  `SELECT COLUMNS(*) = ${QUERY} FROM (SELECT code FROM sites)`,
  `SELECT ARRAY(SELECT title FROM areas)`,
  `SELECT {k: ${QUERY}}, row(${QUERY}), [${QUERY}]`,
  `SELECT CAST(${QUERY} AS varchar(20)), ${QUERY}::BLOB`,
  `FROM (DESCRIBE SELECT ${QUERY}) SELECT column_name`,
  `UNPIVOT (SELECT ${QUERY}) ON * INTO NAME n VALUE v`,
  `VALUES (${QUERY})`,
];

type Engine = 'postgresql' | 'mysql' | 'sqlite' | 'duckdb';
const ENGINES: readonly Engine[] = [
  'postgresql',
  'sqlite',
  'duckdb',
  ...(MYSQL_URL === undefined ? [] : ['mysql' as const]),
];

describe('the columns of an answer that policies restrict', () => {
  let app: TestApp;
  let directory: string;
  let source: SourceDatabase;
  let server: MySqlServer | undefined;
  let olivia: LoggedIn;
  let restrictions: readonly Restriction[] | null = null;
  const ids: Partial<Record<Engine, number>> = {};
  const sent: string[] = [];

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'column-names-'));
    mkdirSync(join(directory, '1'));
    await makeSqlite(join(directory, '1', 'areas.db'));
    makeDuckDb(join(directory, '1', 'areas.duckdb'));
    app = await startTestApp({ environment: { DATA_SOURCE_FILES_DIR: directory } });
    source = await SourceDatabase.create(...TABLES);
    await source.run(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${source.role}`);
    olivia = await logIn(app.http, 'olivia');
    ids.postgresql = await registered('postgresql', source.connection());
    ids.sqlite = await registered('sqlite', { file: 'areas.db' });
    ids.duckdb = await registered('duckdb', { file: 'areas.duckdb' });
    if (MYSQL_URL !== undefined) {
      server = await MySqlServer.connect();
      await server.database(DATABASE);
      await server.run([`USE ${DATABASE}`, ...TABLES].join(';'));
      const { addresses, port, username, password } = await server.user('column_names', `SELECT ON ${DATABASE}.*`);
      ids.mysql = await registered('mysql', {
        host: addresses[0],
        port,
        database: DATABASE,
        username,
        password,
        ssl: false,
      });
    }
    const policies = app.app.get(DataPolicies, { strict: false });
    policies.restrictionsOf = (_caller, _source, among) =>
      Promise.resolve(
        restrictions && restrictions.filter((one) => among === null || among.some(({ name }) => one.name === name)),
      );
    const running = app.app.get(RunStatement, { strict: false });
    const execute = running.execute.bind(running);
    running.execute = (request) => {
      sent.push(request.statement);
      return execute(request);
    };
  });
  afterAll(async () => {
    await app?.close();
    await source?.drop();
    await server?.stop();
    rmSync(directory, { recursive: true, force: true });
  });
  beforeEach(() => {
    restrictions = null;
    sent.length = 0;
  });

  const registered = async (engine: Engine, connection: object): Promise<number> => {
    const token = olivia.accessToken;
    const body = { organization_id: 1, name: `Areas ${engine}`, engine, connection };
    const id = (await app.http.post('/api/v1/data-sources', body, { token })).body.data.data_source.id;
    expect((await app.http.post(`/api/v1/data-sources/${id}/discover-schema`, undefined, { token })).status).toBe(200);
    return id;
  };
  const run = (engine: Engine, sql: string): Promise<Answer> =>
    app.http.post(`/api/v1/data-sources/${ids[engine]}/query`, { sql }, { token: olivia.accessToken });
  const restrictAt = (engine: Engine): void => {
    restrictions = [AREAS(engine === 'postgresql' ? 'public' : engine === 'mysql' ? DATABASE : 'main')];
  };

  describe.each(ENGINES)('at %s', (engine) => {
    it.each([...STATEMENTS, ...(engine === 'duckdb' ? OF_DUCKDB.map((sql) => [sql, null] as const) : [])])(
      'are those of what the person wrote: %s',
      async (sql, names) => {
        const whole = await run(engine, sql);
        restrictAt(engine);
        sent.length = 0;
        const { status, body } = await run(engine, sql);
        expect([status, body.violations, body.reason]).toEqual([whole.status, undefined, whole.body.reason]);
        expect(body.data?.columns.map(({ name }: { name: string }) => name)).toEqual(
          // Of types with a size DuckDB tells nothing beforehand, so where nothing is restricted it names what is sent, with schemas.
          whole.body.data?.columns.map(({ name }: { name: string }) =>
            engine === 'duckdb' ? name.replaceAll('main.areas', 'areas') : name,
          ),
        );
        if (names !== null && engine !== 'postgresql' && engine !== 'duckdb')
          expect(body.data.columns.map(({ name }: { name: string }) => name)).toEqual(names);
        // Policies are named, and the filtered rows counted; the statement that was sent stands nowhere.
        expect(JSON.stringify(body)).not.toMatch(new RegExp(`${ALLOWED}|wages|zone|headgate_|(?<!\\w)h[0-9a-f]{16}`));
        for (const part of [KEY, ...BLOCKS]) {
          expect(JSON.stringify(body)).not.toContain(part);
          expect(sent.join()).not.toContain(part);
        }
        expect(sent).toHaveLength(1);
      },
    );
  });
});

async function makeSqlite(file: string): Promise<void> {
  const { oo1, capi } = await startSqlite(64);
  const database = new oo1.DB(':memory:');
  for (const sql of TABLES) database.exec(sql);
  writeFileSync(file, capi.sqlite3_js_db_export(database));
  database.close();
}

/** In a process of its own: an instance keeps its file open for as long as the process likes. */
function makeDuckDb(file: string): void {
  const program = `import { DuckDBInstance } from '@duckdb/node-api';
    const [file, list] = process.argv.slice(1);
    const connection = await (await DuckDBInstance.create(file)).connect();
    for (const statement of JSON.parse(list)) await connection.run(statement);
    connection.closeSync();`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', program, file, JSON.stringify(TABLES)]);
}
