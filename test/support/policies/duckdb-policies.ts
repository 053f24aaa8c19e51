import { DuckDBInstance } from '@duckdb/node-api';
import { WITHOUT_STATISTICS, causeOf } from '../../../src/statements/adapters/querying/duckdb/duckdb-engine.js';
import { read } from '../../../src/statements/adapters/querying/duckdb/reading.js';
import { judgeFileStatement, restrictFileStatement } from '../../../src/engines/sql-guard/judge-file-statement.js';
import type { KnownTable } from '../../../src/engines/sql-guard/known-source.js';
import { type Judgement, qualified } from '../../../src/engines/sql-guard/judgement.js';
import type { Restricting } from '../../../src/engines/sql-guard/restriction.js';
import type { Answer, PolicyEngine } from './evaluation.js';
import type { Value } from './meaning.js';
import { type Kind, type TableOfScene, declared } from './scene.js';

const TYPES: Readonly<Record<Kind, string>> = {
  integer: 'INTEGER',
  text: 'VARCHAR',
  date: 'DATE',
  bigint: 'BIGINT',
  uuid: 'UUID',
  boolean: 'BOOLEAN',
  enum: "ENUM('glad', 'sad')",
};

const TABLES = ['t0', 't1', 't2'];
const MOST_ROWS = 10_000;

/** DuckDB, in two schemas of a database in memory. */
export async function duckDbPolicies(): Promise<PolicyEngine & { end(): Promise<void> }> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  let known: readonly KnownTable[] = [];
  for (const schema of ['whole', 'visible']) await connection.run(`CREATE SCHEMA ${schema}`);
  const judged = async (sql: string): Promise<Judgement> => {
    const end = await judgeFileStatement({ engine: 'duckdb', sql: readable(sql), tables: [] });
    if ('missing' in end) throw new Error('There is no engine.');
    return end;
  };
  return {
    dialect: 'duckdb',
    grammar: {
      risky: [
        (a) => `CAST(${a}.doc AS INTEGER)`,
        (a) => `${a}.n * 300000000::INTEGER`,
        (a) => `100 // ${a}.n`,
        (a) => `${a}.n + 1`,
        (a) => `CASE WHEN ${a}.n > 2 THEN ${a}.n END`,
        (a) => `abs(${a}.n)`,
      ],
      riskyConditions: [
        (a) => `${a}.twice // ${a}.n > 20`,
        (a) => `CAST(${a}.doc AS INTEGER) > 10000001`,
        (a) => `${a}.doc > 10000001`,
        (a) => `${a}.n * 300000000::INTEGER > 5`,
        (a) => `json_extract(${a}.doc, '$') IS NOT NULL`,
        (a) => `regexp_matches('ab', ${a}.note)`,
        (a) => `${a}.note LIKE '_ecret_%'`,
        (a) => `${a}.note LIKE ${a}.region || '%'`,
        (a) => `sqrt(${a}.n) > 1`,
        (a) => `substr(${a}.note, 1, ${a}.n) = 'a'`,
        (a) => `date_trunc('month', ${a}.d) > '2022-01-01'`,
      ],
      hasFullJoin: true,
      hasLateral: true,
      integer: 'BIGINT',
      around: [
        (query) => `DESCRIBE ${query}`,
        (query) => `FROM (SUMMARIZE ${query}) SELECT column_name, column_type`,
        (query) => `SELECT s FROM (${query}) AS s`,
        (query) => `SELECT COLUMNS(*) IS NOT NULL FROM (${query}) AS s`,
        (query) => `SELECT COLUMNS(c -> c <> 'id') + (SELECT count(*) FROM t0) FROM (${query}) AS s`,
        (query) => `FROM (${query}) SELECT (SELECT max(d) FROM t1)::DATE, *`,
        (query) => `UNPIVOT (${query}) ON * EXCLUDE (id) INTO NAME n VALUE v`,
      ],
    },
    schemaOf: (place) => place,
    fill: async (place, tables) => {
      await connection.run(`DROP SCHEMA ${place} CASCADE`);
      await connection.run(`CREATE SCHEMA ${place}`);
      for (const table of tables) await connection.run(filling(place, table));
      if (place === 'whole')
        known = tables.map(({ name, columns }) => ({
          schema: place,
          name,
          mayBeFullText: false,
          columns: columns.map((column) => column.name),
          types: columns.map(({ kind }) => TYPES[kind]),
        }));
    },
    relationsOf: async (sql) => {
      const judgement = await judged(sql);
      return judgement.ok ? judgement.relations : null;
    },
    plain: async (sql, schema) => {
      const judgement = await judged(sql);
      if (!judgement.ok) throw new Error(`The guard refuses ${sql}`);
      const names = judgement.relations.map(({ name }) => ({ schema, name }));
      return qualified(judgement, names);
    },
    restrict: async (sql, uses): Promise<Restricting> => {
      const end = await restrictFileStatement({ engine: 'duckdb', sql: readable(sql), tables: known, uses });
      if ('missing' in end) throw new Error('There is no engine.');
      return end;
    },
    run: async (sent, place): Promise<Answer> => {
      for (const [setting, value] of Object.entries(WITHOUT_STATISTICS))
        await connection.run(sent.isFenced ? `SET ${setting} = '${value}'` : `RESET ${setting}`);
      const reads = TABLES.map((name) => ({ schema: place, name }));
      return read(connection, { ...sent, reads }, MOST_ROWS).then(
        (taken): Answer => ({ kind: 'rows', ...taken }),
        (error: Error): Answer => ({ kind: 'failed', reason: error.message, cause: causeOf(error.message) }),
      );
    },
    end: async () => connection.closeSync(),
  };
}

/** This engine takes no schema before a star. */
function readable(sql: string): string {
  return sql.replaceAll(/(?:whole|visible)\.(t\d\.\*)/g, '$1');
}

function filling(schema: string, scene: TableOfScene): string {
  const { name } = scene;
  const own = declared(scene, ({ kind }) => TYPES[kind], '"', 'VIRTUAL');
  const indexed = scene.columns.filter(({ computed }) => computed === undefined);
  const values = own.rows.map((row) => `(${row.map(literal).join(', ')})`);
  return [
    `CREATE TABLE ${schema}.${name} (${own.columns.join(', ')})`,
    ...(values.length === 0 ? [] : [`INSERT INTO ${schema}.${name} (${own.names}) VALUES ${values.join(', ')}`]),
    ...indexed.map((column) => `CREATE INDEX "${name}_${column.name}" ON ${schema}.${name} ("${column.name}")`),
  ].join(';');
}

function literal(value: Value): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}
