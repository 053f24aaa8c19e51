import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from '@jest/globals';
import sqlite from 'node-sqlite3-wasm';
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
    giant: (letters) => `replace(hex(zeroblob(${letters / 2})), '0', 'x')`,
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
    start: async () =>
      file('duckdb', (path) => {
        const program = `import { DuckDBInstance } from '@duckdb/node-api';
          const [file, sql] = process.argv.slice(1);
          const connection = await (await DuckDBInstance.create(file)).connect();
          for (const statement of sql.split(';')) await connection.run(statement);
          connection.closeSync();`;
        execFileSync(process.execPath, ['--input-type=module', '--eval', program, path, THINGS]);
      }),
  });
});

/** None of them can have a file open that is made later, and to look through them all takes long where many run. */
const alreadyThere = new Set(readdirSync('/proc'));

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

/** Whoever has the file open: of our threads, and of processes that they began. */
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
