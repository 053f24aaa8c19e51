import { inEnglish, saidOf } from '../../../src/shared/sentence.js';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@sqlite.org/sqlite-wasm';
import { read } from '../../../src/statements/adapters/querying/sqlite/reading.js';
import { StatementRefused } from '../../../src/statements/adapters/querying/statement-engine.js';
import { HASH_FUNCTION } from '../../../src/platform/sqlite/hash-function.js';
import { ReadOnlyFiles } from '../../../src/platform/sqlite/read-only-files.js';
import { startSqlite } from '../../../src/platform/sqlite/sqlite-engine.js';
import { functionsOf } from '../../../src/platform/sqlite/statement-rules.js';
import { judgeFileStatement, restrictFileStatement } from '../../../src/engines/sql-guard/judge-file-statement.js';
import type { KnownTable } from '../../../src/engines/sql-guard/known-source.js';
import { type Judgement, qualified } from '../../../src/engines/sql-guard/judgement.js';
import type { Restricting } from '../../../src/engines/sql-guard/restriction.js';
import type { Answer, Place, PolicyEngine } from './evaluation.js';
import type { Value } from './meaning.js';
import { type TableOfScene, declared } from './scene.js';

const SCHEMA = 'main';
const TABLES = ['t0', 't1', 't2'].map((name) => ({ schema: SCHEMA, name }));
const MOST_ROWS = 10_000;

/** SQLite, in two files. */
export async function sqlitePolicies(): Promise<PolicyEngine & { end(): Promise<void> }> {
  const sqlite3 = await startSqlite(64);
  const files = new ReadOnlyFiles(sqlite3);
  const functions = new Set([...functionsOf(sqlite3), HASH_FUNCTION]);
  const directory = await mkdtemp(join(tmpdir(), 'headgate-policies-'));
  const databases: Partial<Record<Place, Record<'fenced' | 'plain', Database>>> = {};
  const known: Record<Place, readonly KnownTable[]> = { whole: [], visible: [] };
  const close = (place: Place): void => {
    for (const database of Object.values(databases[place] ?? {})) database.close();
  };
  const judged = async (sql: string, place: Place): Promise<Judgement> => {
    const task = { engine: 'sqlite', sql: readable(sql), tables: known[place] } as const;
    const end = await judgeFileStatement(task);
    if ('missing' in end) throw new Error('There is no engine.');
    return end;
  };
  return {
    dialect: 'sqlite',
    grammar: {
      risky: [
        (a) => `json_extract(${a}.doc, '$')`,
        (a) => `abs(${a}.n - 2147483647 - 9223372034707292160)`,
        (a) => `json(${a}.note)`,
        (a) => `100 / ${a}.n`,
        (a) => `CASE WHEN ${a}.n > 2 THEN ${a}.n END`,
        (a) => `abs(${a}.n)`,
      ],
      riskyConditions: [
        (a) => `${a}.twice / ${a}.n > 20`,
        (a) => `json(${a}.doc) > 0`,
        (a) => `json_extract(${a}.doc, '$') IS NOT NULL`,
        (a) => `${a}.doc -> '$' IS NOT NULL`,
        (a) => `abs(${a}.n - 9223372034707292160) > 5`,
        (a) => `${a}.note LIKE '_ecret_%'`,
        (a) => `${a}.note LIKE 'a%' ESCAPE ${a}.region`,
        (a) => `printf('%d', ${a}.n) > '2'`,
        (a) => `substr(${a}.note, 1, ${a}.n) = 'a'`,
        (a) => `EXISTS (SELECT 1 FROM {s}.t1 NOT INDEXED, t2 AS o NOT INDEXED WHERE o.id = ${a}.id AND t1.id = ${a}.ref)`,
      ],
      hasFullJoin: true,
      hasLateral: false,
      integer: 'integer',
      takesAnyOfMany: true,
    },
    schemaOf: () => SCHEMA,
    fill: async (place, tables) => {
      close(place);
      const filled = new sqlite3.oo1.DB(':memory:');
      for (const table of tables) filled.exec(filling(table));
      filled.exec('ANALYZE');
      const file = join(directory, place);
      await writeFile(file, sqlite3.capi.sqlite3_js_db_export(filled));
      filled.close();
      databases[place] = { plain: files.open(file), fenced: files.open(file, { withStatistics: false }) };
      known[place] = tables.map(({ name, columns }) => ({
        name,
        columns: columns.map((column) => column.name),
        types: columns.map(({ kind }) => kind),
        mayBeFullText: false,
      }));
    },
    relationsOf: async (sql) => {
      const judgement = await judged(sql, 'visible');
      if (judgement.ok) return judgement.relations;
      // This guard misses a column, for which others leave it to the source. It fails there too.
      return judgement.violations.some(({ message }) =>
        /no such column|ambiguous column|circular reference|cannot join using/.test(inEnglish(saidOf(message))),
      )
        ? []
        : null;
    },
    plain: async (sql) => {
      const judgement = await judged(sql, 'visible');
      if (!judgement.ok) return `SELECT 'the guard refuses it' WHERE json('{')`;
      const names = judgement.relations.map(({ name }) => ({ schema: SCHEMA, name }));
      return qualified(judgement, names);
    },
    restrict: async (sql, uses): Promise<Restricting> => {
      if (!(await judged(sql, 'visible')).ok)
        return { ok: true, statement: `SELECT json('{')`, values: [], isFenced: false, columns: null };
      const task = { engine: 'sqlite', sql: readable(sql), tables: known.whole, uses } as const;
      const end = await restrictFileStatement(task);
      if ('missing' in end) throw new Error('There is no engine.');
      return end;
    },
    run: async (sent, place): Promise<Answer> => {
      const database = databases[place]?.[sent.isFenced ? 'fenced' : 'plain'];
      if (database === undefined) throw new Error('There is no table yet.');
      try {
        return { kind: 'rows', ...read({ sqlite3, functions }, database, { ...sent, reads: TABLES }, MOST_ROWS) };
      } catch (error) {
        if (error instanceof StatementRefused) return { kind: 'failed', reason: error.reason, cause: error.failure };
        throw error;
      }
    },
    end: async () => {
      close('whole');
      close('visible');
      await rm(directory, { recursive: true });
    },
  };
}

/** This engine takes no schema before a star. */
function readable(sql: string): string {
  return sql.replaceAll(/main\.(t\d\.\*)/g, '$1');
}

function filling(scene: TableOfScene): string {
  const { name, columns } = scene;
  const own = declared(scene, ({ kind }) => kind, '"', name === 't0' ? 'STORED' : 'VIRTUAL');
  const values = own.rows.map((row) => `(${row.map(literal).join(', ')})`);
  return [
    `CREATE TABLE ${name} (${own.columns.join(', ')})`,
    ...(values.length === 0 ? [] : [`INSERT INTO ${name} (${own.names}) VALUES ${values.join(', ')}`]),
    ...columns.map((column) => `CREATE INDEX "${name}_${column.name}" ON ${name} ("${column.name}")`),
  ].join(';');
}

function literal(value: Value): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}
