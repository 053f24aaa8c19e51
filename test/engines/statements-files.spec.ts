import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import sqlite from 'node-sqlite3-wasm';
import { ThreadedQuerying } from '../../src/statements/adapters/querying/threaded-querying.js';
import { startSqlite } from '../../src/platform/sqlite/sqlite-engine.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { createLogger } from '../../src/platform/logging/logger.js';
import { UNCHANGED } from '../support/unchanged-sources.js';
import { testEnvironment } from '../setup/test-environment.mjs';
import { type StatementSource, statementRunnerContract } from '../contracts/statement-runner.contract.js';

const THINGS = `CREATE TABLE things (id integer, name text); INSERT INTO things VALUES (1, 'one'), (2, 'two'), (3, NULL)`;

describe('statements at SQLite', () => {
  statementRunnerContract({
    things: 'main.things',
    types: {
      sql: `SELECT 1 AS a, 9007199254740993 AS a, 1.5, 1e400, 'a' || char(0) || 'b' AS n, x'00ff' AS b, '{"a": 1}' AS j,
        date('2026-01-02') AS d, NULL AS e, 'ü🌊' AS u`,
      cells: [1, '9007199254740993', 1.5, 'Infinity', 'a\0b', '\\x00ff', '{"a": 1}', '2026-01-02', null, 'ü🌊'],
      names: ['a', 'a:1', '1.5', '1e400', 'n', 'b', 'j', 'd', 'e', 'u'],
    },
    series: (n) => `WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${n}) SELECT n FROM s`,
    endless: [
      `WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < 100000)
        SELECT count(*) FROM s a, s b, s c`,
      'WITH RECURSIVE bomb(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM bomb) SELECT max(n) FROM bomb',
    ],
    giant: (letters) => `printf('%.*c', ${letters}, 'x')`,
    writes: [
      'DELETE FROM things RETURNING id',
      'DROP TABLE things',
      `ATTACH '/tmp/headgate-attached.db' AS x`,
      `VACUUM INTO '/tmp/headgate-vacuumed.db'`,
      'VACUUM',
      'COMMIT',
      'PRAGMA query_only = OFF',
      'PRAGMA writable_schema = ON',
      'PRAGMA journal_mode = DELETE',
      'CREATE TEMP TABLE t (a)',
      `SELECT * FROM pragma_journal_mode('DELETE')`,
    ],
    failing: ['SELECT * FROM missing', 'SELECT nonsense()', `SELECT json('{')`, 'SELECT 1 FROM things GROUP BY'],
    start: async () =>
      file('sqlite', (path) => {
        const database = new sqlite.Database(path);
        database.exec(THINGS);
        database.close();
      }),
  });
});

describe('a statement at SQLite', () => {
  it('reads and calls nothing behind the back of its judge, whatever the file calls it', async () => {
    const { oo1, capi } = await startSqlite(64);
    const source = file('sqlite', (path) => {
      const database = new oo1.DB(':memory:');
      database.exec(`${THINGS}; CREATE TABLE salaries (pay integer); INSERT INTO salaries VALUES (7);
        CREATE VIEW paid AS SELECT pay FROM salaries; CREATE VIEW well_paid AS SELECT pay FROM paid WHERE pay > 5;
        CREATE VIRTUAL TABLE notes USING fts5 (body); INSERT INTO notes VALUES ('a wide river');
        CREATE VIRTUAL TABLE boxes USING rtree (id, west, east); INSERT INTO boxes VALUES (1, 10, 20), (2, 30, 40)`);
      writeFileSync(path, capi.sqlite3_js_db_export(database));
      database.close();
    });
    const querying = new ThreadedQuerying(loadConfig({ ...testEnvironment }), createLogger('silent'), UNCHANGED);
    const run = (statement: string, ...names: readonly string[]) => outcomeOf(querying, source, { statement, names });
    const refused = { kind: 'failed', cause: 'other', reason: 'The statement reads a table that it does not name.' };
    for (const [statement, ...names] of [
      ['SELECT name, pay FROM things, salaries', 'things'],
      ['SELECT 1 FROM paid', 'things'],
      ['WITH paid AS (SELECT * FROM salaries) SELECT * FROM paid', 'things'],
      ['SELECT (SELECT max(pay) FROM salaries) FROM things', 'things'],
      ['SELECT count(*) FROM things, salaries', 'things'],
      ['SELECT block FROM notes_data', 'notes'],
      ['SELECT sql FROM sqlite_schema', 'things'],
      ['SELECT * FROM dbstat', 'things'],
    ] as const)
      expect([statement, await run(statement, ...names)]).toEqual([statement, refused]);
    for (const statement of [
      `SELECT load_extension('x')`,
      'SELECT length(randomblob(9))',
      'PRAGMA data_version',
      `SELECT * FROM pragma_table_info('salaries')`,
      'EXPLAIN SELECT 1',
    ])
      expect([statement, (await run(statement, 'things')).kind]).toEqual([statement, 'failed']);
    const rowsOf = async (statement: string, ...names: readonly string[]): Promise<unknown> => {
      const outcome = await run(statement, ...names);
      return outcome.kind === 'rows' ? outcome.result.rows : outcome;
    };
    expect(await rowsOf('SELECT upper(name) FROM THINGS WHERE id = 1', 'things')).toEqual([['ONE']]);
    expect(await rowsOf('SELECT pay FROM main.well_paid', 'well_paid')).toEqual([[7]]);
    expect(await rowsOf(`SELECT highlight(notes, 0, '[', ']') FROM notes WHERE notes MATCH 'river'`, 'notes')).toEqual([
      ['a wide [river]'],
    ]);
    expect(await rowsOf('SELECT id FROM boxes WHERE west > 25', 'boxes')).toEqual([[2]]);
    await querying.onApplicationShutdown();
    await source.stop();
  });

  it('reads columns with a collation that only its application has', async () => {
    const source = file('sqlite', (path) => {
      const database = new sqlite.Database(path);
      database.exec(`CREATE TABLE decks (id integer, name text); INSERT INTO decks VALUES (1, 'b'), (2, 'a'); PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = 'CREATE TABLE decks (id integer, name text COLLATE unicase)' WHERE name = 'decks'`);
      database.close();
    });
    const querying = new ThreadedQuerying(loadConfig({ ...testEnvironment }), createLogger('silent'), UNCHANGED);
    const run = async (statement: string) => outcomeOf(querying, source, { statement, names: ['decks'] });
    expect(await run('SELECT *, upper(name) AS u FROM decks')).toMatchObject({
      kind: 'rows',
      result: {
        columns: [
          { name: 'id', type: 'integer' },
          { name: 'name', type: 'text' },
          { name: 'u', type: '' },
        ],
        rows: [
          [1, 'b', 'B'],
          [2, 'a', 'A'],
        ],
      },
    });
    expect(await run('SELECT name FROM decks ORDER BY name COLLATE BINARY')).toMatchObject({
      kind: 'rows',
      result: { rows: [['a'], ['b']] },
    });
    expect(await run('SELECT name FROM decks ORDER BY name')).toMatchObject({
      kind: 'failed',
      reason: expect.stringMatching(/^no such collation sequence: unicase\. .*COLLATE BINARY/),
    });
    await querying.onApplicationShutdown();
    await source.stop();
  });

  it.each([
    ['in the file', 'DELETE'],
    ['in its write-ahead log', 'WAL'],
  ])('is planned under policies by no statistics, which count hidden rows too: %s', async (_, journal) => {
    const querying = new ThreadedQuerying(loadConfig({ ...testEnvironment }), createLogger('silent'), UNCHANGED);
    // In the order in which they were joined.
    const pairs = async (hidden: number, isFenced: boolean): Promise<unknown> => {
      const source = file('sqlite', (path) => {
        const written = new sqlite.Database(`${path}-written`);
        written.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = ${journal}; PRAGMA wal_autocheckpoint = 0;
          CREATE TABLE big (id integer, x integer); CREATE TABLE small (id integer, x integer);
          INSERT INTO small VALUES (1, 2), (2, 1);
          WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${2 + hidden})
            INSERT INTO big SELECT n, CASE WHEN n < 3 THEN n END FROM s;
          CREATE INDEX big_x ON big (x); CREATE INDEX small_x ON small (x); ANALYZE;
          CREATE VIEW said AS SELECT 'CREATE TABLE sqlite_stat1(tbl,idx,stat)' AS first`);
        copyFileSync(`${path}-written`, path);
        if (journal === 'WAL') copyFileSync(`${path}-written-wal`, `${path}-wal`);
        written.close();
      });
      const statement = 'SELECT b.id, s.id FROM big AS b JOIN small AS s ON s.x = b.x';
      const outcome = await outcomeOf(querying, source, { statement, names: ['big', 'small'], isFenced });
      await source.stop();
      return outcome.kind === 'rows' ? outcome.result.rows : outcome;
    };
    expect(await pairs(5_000, true)).toEqual(await pairs(0, true));
    // They are in the file, and what plans by them tells how much is hidden.
    expect(await pairs(5_000, false)).not.toEqual(await pairs(0, false));
    await querying.onApplicationShutdown();
  });

  it('leaves nothing in the log when its process ends after the answer', async () => {
    const log: string[] = [];
    const logger = createLogger('error', { write: (line: string) => void log.push(line) });
    const querying = new ThreadedQuerying(loadConfig({ ...testEnvironment }), logger, UNCHANGED);
    const source = file('sqlite', (path) => {
      const database = new sqlite.Database(path);
      database.exec(THINGS);
      database.close();
    });
    const { kind } = await outcomeOf(querying, source, { statement: 'SELECT id FROM things', names: ['things'] });
    await querying.onApplicationShutdown();
    await source.stop();
    expect([kind, log]).toEqual(['rows', []]);
  });
});

describe('statements at DuckDB', () => {
  statementRunnerContract({
    things: 'main.things',
    types: {
      sql: `SELECT 1::bigint AS a, 9007199254740993 AS a, 1.50::decimal(9,2) AS b, 1.5::double AS c, 'nan'::double AS d, true AS e,
        date '2026-01-02' AS f, timestamp '2026-01-02 03:04:05.678' AS g, timestamptz '2026-01-02 03:04:05+01' AS h,
        '\\x00\\xff'::blob AS i, {'a': [1, 2]} AS j, MAP {'k': 1} AS k, NULL AS l, 'a' || chr(0) || 'ü🌊' AS m, interval 1 day AS n`,
      cells: [
        ...[1, '9007199254740993', '1.50', 1.5, 'NaN', true, '2026-01-02', '2026-01-02T03:04:05.678'],
        ...['2026-01-02T02:04:05Z', '\\x00ff', '{"a":[1,2]}', '[{"key":"k","value":1}]', null, 'a\0ü🌊', '1 day'],
      ],
      names: ['a', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n'],
    },
    series: (n) => `SELECT range AS n FROM range(1, ${n + 1})`,
    endless: [
      'SELECT count(*) FROM range(100000) a, range(100000) b, range(100000) c WHERE a.range + b.range = c.range * 7',
      'WITH RECURSIVE bomb(n) AS (SELECT 1 UNION ALL SELECT (n + 1) % 1000 FROM bomb) SELECT max(n) FROM bomb',
    ],
    giant: (letters) => `repeat('x', ${letters})`,
    writes: [
      'DELETE FROM things RETURNING id',
      'INSERT INTO things VALUES (4, NULL) RETURNING id',
      'DROP TABLE things',
      `ATTACH '/tmp/headgate-attached.db' AS x`,
      `COPY things TO '/tmp/headgate-copied.csv'`,
      `EXPORT DATABASE '/tmp/headgate-exported'`,
      'CREATE TEMP TABLE t (a int)',
      'SET enable_external_access = true',
      'INSTALL httpfs',
      'PRAGMA enable_profiling',
      `SELECT * FROM read_text('/etc/passwd')`,
      'CHECKPOINT',
      'CALL pragma_version()',
    ],
    failing: ['SELECT * FROM missing', 'SELECT nonsense()', `SELECT 'x'::int`, `SELECT * FROM '/etc/passwd'`],
    start: async () => makeDuckDb(THINGS),
  });
});

describe('a statement at DuckDB', () => {
  it('is joined in one way where it could tell of hidden rows, however many there are', async () => {
    const querying = new ThreadedQuerying(loadConfig({ ...testEnvironment }), createLogger('silent'), UNCHANGED);
    const visible = `(SELECT * FROM things WHERE region = 'EU' OFFSET 0)`;
    const statement = `SELECT CAST(a.note AS int) FROM ${visible} AS a JOIN ${visible} AS b ON a.n < b.n AND a.id > b.id LIMIT 1`;
    const first = async (hidden: number, isFenced: boolean): Promise<string> => {
      const source = makeDuckDb(`CREATE TABLE things (id int, n int, note text, region text);
        INSERT INTO things VALUES (5, 1, 'none', 'EU'), (4, 2, '5', 'EU'), (3, 3, '5', 'EU'), (2, 4, '5', 'EU');
        INSERT INTO things SELECT 100 + i, i, '1', 'US' FROM range(${hidden}) AS r (i)`);
      const { kind } = await outcomeOf(querying, source, { statement, names: ['things'], isFenced });
      await source.stop();
      return kind;
    };
    expect(await first(5_000, true)).toBe(await first(0, true));
    expect(await first(5_000, false)).not.toBe(await first(0, false));
    await querying.onApplicationShutdown();
  });

  it('is planned by no statistics where it could tell of hidden rows', async () => {
    // The bounds of the column say that the second condition holds for all rows. Then the first one is not tried.
    const source = makeDuckDb(`CREATE TABLE things (note text, n integer); INSERT INTO things VALUES ('none', 1)`);
    const querying = new ThreadedQuerying(loadConfig({ ...testEnvironment }), createLogger('silent'), UNCHANGED);
    const statement = `SELECT note FROM things WHERE CAST(note AS INTEGER) > 5 OR n < 5`;
    const run = (isFenced: boolean) => outcomeOf(querying, source, { statement, names: ['things'], isFenced });
    expect(await run(false)).toMatchObject({ kind: 'rows', result: { rows: [['none']] } });
    expect(await run(true)).toMatchObject({ kind: 'failed', cause: 'cannot_convert' });
    await querying.onApplicationShutdown();
    await source.stop();
  });

  it('reads nothing behind the back of its judge, whatever the file calls it', async () => {
    const source = makeDuckDb(`${THINGS}; CREATE TABLE salaries (pay integer); INSERT INTO salaries VALUES (7);
      CREATE VIEW paid AS SELECT pay FROM salaries; CREATE MACRO lower(x) AS (SELECT max(pay) FROM salaries)`);
    const querying = new ThreadedQuerying(loadConfig({ ...testEnvironment }), createLogger('silent'), UNCHANGED);
    const run = (statement: string, ...names: readonly string[]) => outcomeOf(querying, source, { statement, names });
    const refused = {
      kind: 'failed',
      cause: 'other',
      reason: 'The statement reads a table that it does not name.',
    };
    expect(await run('SELECT lower(name) FROM things', 'things')).toEqual(refused);
    expect(await run('SELECT upper(name) FROM things, salaries', 'things')).toEqual(refused);
    expect(await run('SELECT 1 FROM paid')).toEqual(refused);
    expect(await run('SELECT upper(name) FROM THINGS WHERE id = 1', 'things')).toMatchObject({
      result: { rows: [['ONE']] },
    });
    expect(await run('SELECT pay FROM main.paid', 'paid')).toMatchObject({ result: { rows: [[7]] } });
    await querying.onApplicationShutdown();
    await source.stop();
  });
});

function makeDuckDb(sql: string): StatementSource {
  return file('duckdb', (path) => {
    const program = `import { DuckDBInstance } from '@duckdb/node-api';
      const [file, sql] = process.argv.slice(1);
      const connection = await (await DuckDBInstance.create(file)).connect();
      for (const statement of sql.split(';')) await connection.run(statement);
      connection.closeSync();`;
    execFileSync(process.execPath, ['--input-type=module', '--eval', program, path, sql]);
  });
}

/** None of them can have a file open that is made later, and to look through them all takes long where many run. */
const alreadyThere = new Set(readdirSync('/proc'));

interface Asked {
  readonly statement: string;
  /** Of the relations that it was judged to read. */
  readonly names: readonly string[];
  readonly isFenced?: boolean;
}

function outcomeOf(querying: ThreadedQuerying, source: StatementSource, { statement, names, isFenced = false }: Asked) {
  const reads = names.map((name) => ({ schema: 'main', name }));
  const asker = { organizationId: 1, dataSourceId: 1, userId: 1 };
  const limits = { maxRows: 10, timeoutMs: 10_000, isProduct: false };
  const query = { statement, values: [], reads, isFenced };
  const { signal } = new AbortController();
  return querying.inTurn(asker, source.target.engine, signal, (turn) =>
    querying.run(source.target, query, turn, limits, { signal, admit: async () => undefined }),
  );
}

function file(engine: 'sqlite' | 'duckdb', make: (path: string) => void): StatementSource {
  const directory = mkdtempSync(join(tmpdir(), 'statements-'));
  const path = join(directory, 'things.db');
  make(path);
  return {
    target: { engine, file: path },
    nowhere: { engine, file: join(directory, 'nothing.db') },
    state: async () => {
      const ours = readdirSync('/tmp').filter((name) => name.startsWith('headgate-') && /ed(\.|$)/.test(name));
      const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
      return JSON.stringify([digest, readdirSync(directory), ours]);
    },
    leftovers: async () => openBy(path),
    stop: async () => rmSync(directory, { recursive: true }),
  };
}

/** All that have the file open: our threads, and processes that they started. */
function openBy(path: string): string[] {
  const open: string[] = [];
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    if (alreadyThere.has(id) && id !== String(process.pid)) continue;
    try {
      for (const descriptor of readdirSync(`/proc/${id}/fd`))
        if (readlinkSync(`/proc/${id}/fd/${descriptor}`) === path) open.push(`${id}:${descriptor}`);
    } catch {
      // It has ended, or closed it meanwhile.
    }
  }
  return open;
}
