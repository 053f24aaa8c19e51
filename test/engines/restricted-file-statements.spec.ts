import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startSqlite } from '../../src/platform/sqlite/sqlite-engine.js';
import { DataPolicies } from '../../src/statements/application/ports/data-policies.js';
import type { Restriction } from '../../src/engines/sql-guard/restriction.js';
import type { Answer } from '../support/http-client.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const KEY = '0123456789abcdef';
const SECRET = 'hidden-payroll-4711';
const TABLES = [
  'CREATE TABLE emp (id integer PRIMARY KEY, region varchar, note varchar, mail varchar, card varchar, born date, salary integer)',
  ...Array.from({ length: 10 }, (_, at) => {
    const [region, note] = at % 2 === 1 ? ['EU', `note ${at + 1}`] : ['US', SECRET];
    return `INSERT INTO emp VALUES (${at + 1}, '${region}', '${note}', '${at + 1}@example.org', '41112222333${1001 + at}', '1980-05-0${(at % 9) + 1}', ${at})`;
  }),
  'CREATE TABLE dept (id integer, region varchar, boss integer)',
  `INSERT INTO dept VALUES (1, 'EU', 2), (2, 'US', 1)`,
  'CREATE VIEW salaries AS SELECT id, salary FROM emp',
  'CREATE VIEW best AS SELECT * FROM salaries WHERE salary > 5',
  'CREATE VIEW plain AS SELECT id FROM dept',
];
const MAKE = {
  async sqlite(file: string): Promise<void> {
    const { oo1, capi } = await startSqlite(64);
    const database = new oo1.DB(':memory:');
    for (const sql of TABLES) database.exec(sql);
    database.exec(`CREATE VIRTUAL TABLE words USING fts5 (body); INSERT INTO words VALUES ('${SECRET}')`);
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
    const list = JSON.stringify([...TABLES, `CREATE TABLE boxes (h STRUCT(region VARCHAR), id integer)`]);
    execFileSync(process.execPath, ['--input-type=module', '--eval', program, file, list]);
    return Promise.resolve();
  },
} as const;

const column = (name: string, type: string, mask: Restriction['columns'][number]['mask'] = null) => ({
  name,
  type,
  mask,
});
/** People of the EU, without the column `salary`. */
const EMP: Restriction = {
  schema: 'main',
  name: 'emp',
  isDenied: false,
  policies: ['EU only'],
  rows: { kind: 'compare', column: 'region', operator: '=', value: 'EU' },
  columns: [
    ...[column('id', 'INTEGER'), column('region', 'VARCHAR'), column('note', 'VARCHAR')],
    column('mail', 'VARCHAR', { kind: 'hash', key: KEY }),
    column('card', 'VARCHAR', { kind: 'last_four' }),
    column('born', 'DATE', { kind: 'year' }),
  ],
};

/** Statements of this engine alone, and how many rows of the table they count. */
const COUNTS = {
  sqlite: [
    ['SELECT count(*) FROM emp NOT INDEXED', 5],
    [`SELECT count(*) FROM "main"."emp" AS e WHERE e.note LIKE 'note%'`, 5],
    ['SELECT count(*) FROM (emp JOIN dept ON dept.boss = emp.id)', 1],
    [`SELECT count(*) FROM emp WHERE printf('%s', note) = '${SECRET}'`, 0],
    ['SELECT count(*) FROM dept, emp', 10],
  ],
  duckdb: [
    ['SELECT count(*) FROM (FROM emp)', 5],
    ['SELECT count(*) FROM (TABLE emp) AS t', 5],
    ['SELECT count(*) FROM e: emp', 5],
    ['SELECT count(*) FROM (DESCRIBE emp)', 6],
    ['SELECT count(*) FROM (SUMMARIZE main.emp)', 6],
    [`SELECT sum("EU") FROM (PIVOT emp ON region IN ('EU', 'US') USING count(*))`, 5],
    [`SELECT count(COLUMNS('i.')) FROM emp`, 5],
    ['SELECT count(*) FROM emp USING SAMPLE 100%', 5],
    ['SELECT count(*) FROM emp POSITIONAL JOIN dept', 5],
  ],
} as const;

/**
 * What only DuckDB can say. Of each, all that is answered comes from the visible part: no text of a hidden row, no hidden count and no
 * column that is denied.
 */
const HOSTILE = [
  // Stars and columns by pattern
  'SELECT COLUMNS(*) FROM emp',
  `SELECT COLUMNS('.*') FROM emp`,
  `SELECT COLUMNS(c -> c LIKE '%a%') FROM emp`,
  `SELECT min(COLUMNS(*)) FROM emp`,
  'SELECT * EXCLUDE (id) FROM emp',
  `SELECT * REPLACE (upper(note) AS note) FROM emp`,
  'SELECT * RENAME (note AS n) FROM emp',
  'SELECT emp FROM emp',
  'SELECT e FROM emp e',
  'SELECT emp.* FROM main.emp',
  'SELECT unnest(e) FROM emp e',
  'SELECT to_json(e) FROM emp e',
  'SELECT list(e) FROM emp e',
  'SELECT struct_keys(e) FROM emp e LIMIT 1',
  // Aliases of columns, of relations and in front of them
  `SELECT note AS region, region AS note FROM emp WHERE region <> 'EU'`,
  'SELECT salary AS region FROM emp',
  'SELECT id AS pay, pay + 1 AS more FROM emp',
  'SELECT e.salary FROM e: emp',
  'FROM emp SELECT salary',
  'FROM emp AS e(a, b, c, d, e, f, g) SELECT g',
  'FROM emp AS e(a, b, c, d, e, f) SELECT *',
  // Joins and sets
  'FROM emp POSITIONAL JOIN emp AS two',
  'SELECT * FROM dept ASOF JOIN emp ON dept.boss >= emp.id',
  'SELECT * FROM dept SEMI JOIN emp ON dept.boss = emp.id',
  'SELECT * FROM dept ANTI JOIN emp ON dept.boss = emp.id',
  'SELECT * FROM emp NATURAL JOIN dept',
  'SELECT * FROM emp JOIN dept USING (region)',
  'SELECT * FROM dept, LATERAL (SELECT * FROM emp WHERE emp.id = dept.boss)',
  'SELECT * FROM dept d LEFT JOIN LATERAL (SELECT d.boss, note FROM emp) ON true',
  'FROM emp UNION ALL BY NAME FROM dept',
  'SELECT note FROM emp EXCEPT SELECT note FROM main.emp',
  // Samples, windows, groups
  'SELECT * FROM emp USING SAMPLE 90 PERCENT (system)',
  'SELECT * FROM emp USING SAMPLE reservoir(50 ROWS) REPEATABLE (1)',
  'SELECT * FROM emp TABLESAMPLE 100%',
  'SELECT * FROM emp QUALIFY row_number() OVER (ORDER BY id) < 100',
  'SELECT lag(note) OVER (ORDER BY id) FROM emp',
  'SELECT * FROM emp GROUP BY ALL ORDER BY ALL',
  'SELECT region, count(*) FROM emp GROUP BY CUBE (region)',
  'SELECT any_value(note), first(note), last(note), mode(note), histogram(note) FROM emp',
  'SELECT arg_max(note, id), string_agg(note), approx_top_k(note, 10) FROM emp',
  // Descriptions and pivots
  'SUMMARIZE emp',
  'SUMMARIZE FROM emp',
  'SUMMARIZE SELECT * FROM emp',
  'DESCRIBE emp',
  'DESCRIBE FROM emp',
  'SHOW emp',
  'TABLE emp',
  'FROM (SUMMARIZE emp)',
  'FROM (DESCRIBE TABLE emp)',
  "FROM (PIVOT emp ON region IN ('US', 'EU') USING first(note) GROUP BY id)",
  'FROM emp UNPIVOT (v FOR n IN (note, region))',
  'UNPIVOT emp ON COLUMNS(* EXCLUDE (id, born)) INTO NAME n VALUE v',
  'PIVOT emp ON region USING first(note)',
  // Common table expressions
  'WITH emp AS (SELECT * FROM emp) FROM emp',
  'WITH emp AS MATERIALIZED (FROM main.emp) FROM emp',
  'WITH RECURSIVE emp AS (SELECT id, note FROM main.emp UNION ALL SELECT id + 100, note FROM emp WHERE id < 100) FROM emp',
  'WITH main AS (SELECT 1 AS emp) SELECT main.emp FROM main, emp',
  'SELECT (WITH emp AS (SELECT * FROM emp) SELECT max(note) FROM emp)',
  // Names that are written in odd ways
  'SELECT * FROM "emp"',
  'SELECT * FROM EMP',
  'SELECT * FROM "MAIN"."Emp"',
  'SELECT * FROM people.main.emp',
  'SELECT * FROM people.emp',
  'SELECT people.main.emp.note FROM people.main.emp',
  'SELECT main.emp.salary FROM main.emp',
  'SELECT * FROM/**/emp/**/AS/**/e',
  'SELECT * FROM emp -- dept\n WHERE true',
  // Places that take a query
  'SELECT ARRAY(SELECT note FROM emp)',
  'SELECT EXISTS (FROM emp WHERE salary = 0)',
  'SELECT [x FOR x IN (SELECT list(note) FROM emp)]',
  'SELECT * FROM (VALUES ((SELECT max(note) FROM emp)))',
  'SELECT list_transform((SELECT list(note) FROM emp), lambda n: n)',
  'SELECT id FROM dept ORDER BY (SELECT max(note) FROM emp WHERE emp.id = dept.id)',
  'SELECT * FROM dept LIMIT (SELECT count(*) FROM emp)',
  "SELECT * FROM dept LIMIT 10 OFFSET (SELECT count(*) FROM emp WHERE region <> 'EU')",
  'SELECT count(*) FILTER (WHERE (SELECT true FROM emp LIMIT 1)) FROM dept',
  'SELECT * FROM unnest((SELECT list(note) FROM emp))',
  'SELECT * FROM generate_series(1, (SELECT count(*) FROM emp))',
  'SELECT max(note) OVER (ROWS BETWEEN (SELECT count(*) FROM emp) PRECEDING AND CURRENT ROW) FROM emp',
  // What reads without naming a relation
  `SELECT * FROM 'people.db'`,
  `FROM "people.db"`,
  `SELECT * FROM query('FROM emp')`,
  `SELECT * FROM query_table('emp')`,
  `SELECT * FROM query_table(['emp', 'dept'])`,
  `SELECT * FROM read_csv('/etc/passwd')`,
  `SELECT * FROM read_text('people.db')`,
  `SELECT * FROM read_blob('people.db')`,
  `SELECT * FROM glob('*')`,
  `SELECT * FROM '/etc/passwd'`,
  `SELECT * FROM storage_info('emp')`,
  `SELECT * FROM pragma_storage_info('emp')`,
  `SELECT * FROM pragma_table_info('emp')`,
  `SELECT * FROM duckdb_columns()`,
  `SELECT * FROM duckdb_tables`,
  `SELECT * FROM information_schema.columns`,
  `SELECT * FROM sqlite_master`,
  `SELECT * FROM pg_catalog.pg_attribute`,
  `SELECT json_execute_serialized_sql(json_serialize_sql('FROM emp'))`,
  `SELECT * FROM json_execute_serialized_sql('{}')`,
  `SELECT getvariable('x'), getenv('HOME'), current_setting('threads')`,
  `SELECT nextval('s')`,
  `SELECT rowid FROM emp`,
  `SELECT emp.rowid, e.* FROM emp, emp e`,
  `SELECT * FROM sniff_csv('people.db')`,
  `SELECT * FROM seq_scan('emp')`,
  `SELECT * FROM arrow_scan(1, 2, 3)`,
  `SELECT * FROM repeat_row(1, num_rows = 3)`,
  `SELECT * FROM emp AT (VERSION => 1)`,
  `SELECT write_log('x')`,
  `SELECT * FROM summary((FROM emp))`,
  // Other statements
  `COPY emp TO '/tmp/out.csv'`,
  `COPY (FROM emp) TO '/tmp/out.csv'`,
  `EXPORT DATABASE '/tmp/out'`,
  `ATTACH 'people.db' AS again`,
  `CREATE TEMP TABLE t AS FROM emp`,
  `CREATE MACRO m() AS TABLE FROM emp`,
  `PREPARE p AS FROM emp`,
  `EXECUTE p`,
  `SELECT $1, note FROM emp`,
  `SELECT ?, note FROM emp`,
  `SELECT $named FROM emp`,
  `EXPLAIN ANALYZE FROM emp`,
  `EXPLAIN FROM emp`,
  `CALL pragma_table_info('emp')`,
  `PRAGMA table_info('emp')`,
  `SET threads = 4`,
  `INSTALL httpfs`,
  `LOAD json`,
  `VACUUM`,
  `CHECKPOINT`,
  `USE people`,
  `SHOW ALL TABLES`,
  `SHOW TABLES`,
  `FROM emp; FROM emp`,
  `INSERT INTO dept FROM dept RETURNING *`,
] as const;

describe.each(['sqlite', 'duckdb'] as const)('a statement at %s of a person whom policies show a part', (engine) => {
  let app: TestApp;
  let directory: string;
  let olivia: LoggedIn;
  let id: number;
  let restrictions: readonly Restriction[] | null;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'restricted-'));
    mkdirSync(join(directory, '1'));
    await MAKE[engine](join(directory, '1', 'people.db'));
    app = await startTestApp({ environment: { DATA_SOURCE_FILES_DIR: directory } });
    olivia = await logIn(app.http, 'olivia');
    const token = olivia.accessToken;
    const body = { organization_id: 1, name: 'People', engine, connection: { file: 'people.db' } };
    id = (await app.http.post('/api/v1/data-sources', body, { token })).body.data.data_source.id;
    expect((await app.http.post(`/api/v1/data-sources/${id}/discover-schema`, undefined, { token })).status).toBe(200);
    const policies = app.app.get(DataPolicies, { strict: false });
    policies.restrictionsOf = (_caller, _source, among) =>
      Promise.resolve(restrictions && restrictions.filter((one) => among === null || among.some(({ name }) => one.name === name)));
  });
  afterAll(async () => {
    await app?.close();
    rmSync(directory, { recursive: true, force: true });
  });
  beforeEach(() => {
    restrictions = [EMP];
  });

  const run = (sql: string): Promise<Answer> => app.http.post(`/api/v1/data-sources/${id}/query`, { sql }, { token: olivia.accessToken });
  const rows = async (sql: string): Promise<unknown> => {
    const { status, body } = await run(sql);
    return status === 200 ? body.data.rows : [body.code, body.reason ?? body.violations?.[0]?.rule ?? body.message];
  };
  /** What is answered, but for the names that were asked about. */
  const answer = async (sql: string, ...names: readonly string[]): Promise<string> => {
    const text = JSON.stringify((await run(sql)).body).replaceAll(/"(?:request_id|execution_id|duration_ms)":[^,}]*/g, '');
    return names.reduce((left, name) => left.replaceAll(name, '?'), text);
  };

  it('reads the permitted rows and columns, and the answer names what was kept back', async () => {
    const { status, body } = await run('SELECT * FROM emp ORDER BY id LIMIT 1');
    expect([status, body.code]).toEqual([200, undefined]);
    const mail = createHmac('sha256', Buffer.from(KEY, 'hex')).update('2@example.org').digest('hex').slice(0, 32);
    expect(body.data.rows).toEqual([[2, 'EU', 'note 2', mail, '1002', '1980-01-01']]);
    expect(body.data.restrictions).toMatchObject([{ relation: 'emp', rows_filtered: true, policies: ['EU only'] }]);
  });

  it.each([
    ['SELECT count(*) FROM emp', 5],
    ['SELECT count(*) FROM main.emp WHERE main.emp.id > 2', 4],
    ['SELECT count(*) FROM emp a, emp AS b', 25],
    ['WITH emp AS (SELECT id AS k FROM main.emp) SELECT count(k) FROM emp', 5],
    ['SELECT (SELECT count(*) FROM emp WHERE emp.id = d.boss) FROM dept d WHERE d.id = 1', 1],
    ['SELECT count(*) FROM dept WHERE boss IN (SELECT id FROM /* them */ emp)', 1],
    [`SELECT count(*) FROM emp WHERE substr(note, 1, 6) = '${SECRET.slice(0, 6)}'`, 0],
    ['SELECT count(*) FROM plain', 2],
    ...COUNTS[engine],
  ])('counts the visible rows of %s', async (sql, count) => {
    const found = (await rows(sql)) as unknown[][];
    expect([sql, found[0]?.map(Number), found]).toEqual([sql, expect.arrayContaining([count]), expect.anything()]);
  });

  it('knows a denied relation and a denied column as little as those that do not exist', async () => {
    for (const sql of ['SELECT salary FROM emp', 'SELECT e.salary FROM emp e', 'SELECT "salary" FROM emp'])
      expect(await answer(sql, 'salary')).toBe(await answer(sql.replace('salary', 'nonsen'), 'nonsen'));
    restrictions = [{ ...EMP, isDenied: true }];
    for (const sql of ['SELECT 1 FROM emp', 'SELECT e.nonsense FROM emp e'])
      expect(await answer(sql, 'emp')).toBe(await answer(sql.replace('emp', 'emq'), 'emq'));
  });

  it.each(['salaries', 'best'])('reads no view over it that has no policy: %s', async (view) => {
    expect(await rows(`SELECT * FROM ${view}`)).toEqual(['QUERY_REJECTED', 'restricted_relation']);
  });

  it('never repeats the words of the engine, which may quote a row', async () => {
    const failing = engine === 'sqlite' ? 'SELECT json(note) FROM emp' : 'SELECT CAST(note AS integer) FROM emp';
    expect(await rows(failing)).toEqual(['QUERY_FAILED', 'A value cannot be converted to the type that the statement asks for.']);
  });

  it('cannot be made to look at rows that it does not show', async () => {
    const sql =
      engine === 'sqlite'
        ? `SELECT count(*) FROM emp WHERE note LIKE 'note%' AND json(replace(note, 'note ', '')) > 0`
        : `SELECT count(*) FROM emp WHERE CAST(substr(note, 6) AS integer) > 0`;
    // Of the hidden notes none is a number.
    expect(await rows(sql)).toEqual([[5]]);
  });

  it.each(['SELECT rowid FROM emp', 'SELECT e.rowid, d.* FROM dept d JOIN emp e ON e.id = d.boss'])(
    'refuses row numbers, and says why: %s',
    async (sql) => {
      const message = 'rowid could reveal hidden rows, so restricted relations do not have it. Use another column.';
      expect((await run(sql)).body.violations).toEqual([
        { rule: 'restricted_relation', position: sql.search(engine === 'sqlite' ? 'rowid' : /(?:e\.)?rowid/), message },
      ]);
    },
  );

  if (engine === 'sqlite')
    it('refuses functions of masks and full-text tables', async () => {
      expect(await rows(`SELECT headgate_hash('00', x'00') FROM emp`)).toEqual(['QUERY_REJECTED', 'forbidden_function']);
      restrictions = [{ ...EMP, name: 'words', columns: [column('body', '')], rows: { kind: 'is_null', column: 'body' } }];
      for (const sql of [`SELECT body FROM words WHERE words MATCH 'payroll'`, 'SELECT count(*) FROM words'])
        expect(await rows(sql)).toEqual(['QUERY_REJECTED', 'restricted_relation']);
    });

  if (engine === 'duckdb')
    it('looks up which values a PIVOT makes columns of, among the rows that may be seen', async () => {
      const columns = async (sql: string): Promise<unknown> => {
        const { body } = await run(sql);
        return body.data?.columns.map(({ name }: { readonly name: string }) => name) ?? body.violations;
      };
      const byRegion = 'PIVOT emp ON region USING count(*)';
      expect(await columns(`FROM (${byRegion} GROUP BY born)`)).toEqual(['born', 'EU']);
      expect(await rows('PIVOT emp ON note USING count(*) GROUP BY region')).toEqual([['EU', 1, 1, 1, 1, 1]]);
      // What is masked is masked there too, and what is denied does not exist.
      expect(await columns('PIVOT emp ON card USING count(*) GROUP BY region')).toEqual(['region', '1002', '1004', '1006', '1008', '1010']);
      const refused = async (sql: string) => JSON.stringify([(await run(sql)).body.reason, await columns(sql)]);
      expect(await refused('PIVOT emp ON salary USING count(*)')).toBe(await refused('PIVOT emp ON nonsen USING count(*)'));
      expect(await columns(`PIVOT (FROM emp WHERE region = 'US') ON note USING count(*)`)).toMatchObject([
        { rule: 'forbidden_syntax', message: expect.stringContaining('No row that you may see has a value') },
      ]);
      const many = 'PIVOT (SELECT r.range AS n FROM range(600) AS r) ON n USING count(*)';
      expect(await columns(many)).toMatchObject([{ rule: 'forbidden_syntax', message: expect.stringContaining('more than 500 columns') }]);
      restrictions = null;
      expect(await columns(`FROM (${byRegion} GROUP BY id)`)).toEqual(['id', 'EU', 'US']);
      const validated = await app.http.post(`/api/v1/data-sources/${id}/query/validate`, { sql: byRegion }, { token: olivia.accessToken });
      expect(validated.status).toBeLessThan(500);
    });

  if (engine === 'duckdb')
    it('takes a column that has vanished for missing, and not for a field around', async () => {
      restrictions = [
        {
          ...EMP,
          name: 'dept',
          columns: [column('id', 'INTEGER')],
          rows: { kind: 'compare', column: 'gone', operator: '=', value: 'EU' },
        },
      ];
      expect(await rows('SELECT (SELECT count(*) FROM dept) FROM (SELECT {gone: 1} AS h, 1 AS gone)')).toEqual([
        'QUERY_FAILED',
        expect.stringContaining('does not exist'),
      ]);
    });
  if (engine === 'duckdb')
    it('shows nothing but the visible part by what this engine alone can say', async () => {
      for (const sql of HOSTILE) {
        const { status, body } = await run(sql);
        const said = JSON.stringify([body.data, body.reason, body.violations, body.message]);
        expect([sql, status < 500]).toEqual([sql, true]);
        // Of hidden rows the note and the digits of the card, and of visible ones what is masked.
        expect([sql, said]).toEqual([sql, expect.not.stringMatching(/payroll|@example\.org|1980-05-0|4111|100[13579]/)]);
        if (status === 200) expect([sql, said]).toEqual([sql, expect.not.stringMatching(/"salary"/)]);
      }
    });
});
