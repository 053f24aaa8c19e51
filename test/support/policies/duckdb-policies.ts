import { DuckDBInstance } from '@duckdb/node-api';
import { WITHOUT_STATISTICS, causeOf } from '../../../src/data-sources/adapters/querying/duckdb/duckdb-engine.js';
import {
  judgeFileStatement,
  restrictFileStatement,
} from '../../../src/query-generation/adapters/guard/judge-file-statement.js';
import { type Judgement, qualified } from '../../../src/query-generation/domain/judgement.js';
import type { Restricting } from '../../../src/query-generation/domain/restriction.js';
import type { Answer, PolicyEngine } from './evaluation.js';
import type { Value } from './meaning.js';
import type { Kind, TableOfScene } from './scene.js';

const TYPES: Readonly<Record<Kind, string>> = { integer: 'INTEGER', text: 'VARCHAR', date: 'DATE' };

/** DuckDB, in two schemas of a database in memory. */
export async function duckDbPolicies(): Promise<PolicyEngine & { end(): Promise<void> }> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  const fenced = new Set<string>();
  // What a statement is compared with fails in the same order only where it is planned alike.
  let isLastFenced = false;
  for (const schema of ['whole', 'visible']) await connection.run(`CREATE SCHEMA ${schema}`);
  const judged = async (sql: string): Promise<Judgement> => {
    const end = await judgeFileStatement({ engine: 'duckdb', sql: readable(sql), tables: [] });
    if ('missing' in end) throw new Error('There is no engine.');
    return end;
  };
  return {
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
    },
    schemaOf: (place) => place,
    fill: async (place, tables) => {
      await connection.run(`DROP SCHEMA ${place} CASCADE`);
      await connection.run(`CREATE SCHEMA ${place}`);
      for (const table of tables) await connection.run(filling(place, table));
    },
    relationsOf: async (sql) => {
      const judgement = await judged(sql);
      return judgement.ok ? judgement.relations : null;
    },
    plain: async (sql, schema) => {
      const judgement = await judged(sql);
      if (!judgement.ok) throw new Error(`The guard refuses ${sql}`);
      const names = judgement.relations.map(({ name }) => ({ schema, name }));
      const statement = qualified(judgement, names);
      if (isLastFenced) fenced.add(statement);
      return statement;
    },
    restrict: async (sql, uses): Promise<Restricting> => {
      const end = await restrictFileStatement({ engine: 'duckdb', sql: readable(sql), tables: [], uses });
      if ('missing' in end) throw new Error('There is no engine.');
      isLastFenced = end.ok && end.isFenced;
      if (end.ok && end.isFenced) fenced.add(end.statement);
      return end;
    },
    run: async (sql): Promise<Answer> => {
      for (const [setting, value] of Object.entries(WITHOUT_STATISTICS))
        await connection.run(fenced.has(sql) ? `SET ${setting} = '${value}'` : `RESET ${setting}`);
      try {
        const reader = await connection.runAndReadAll(sql);
        return { kind: 'rows', columns: reader.columnNames(), rows: reader.getRowsJson() };
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'no error';
        return { kind: 'failed', reason, cause: causeOf(reason) };
      }
    },
    end: async () => connection.closeSync(),
  };
}

/** This engine takes no schema before a star. */
function readable(sql: string): string {
  return sql.replaceAll(/(?:whole|visible)\.(t\d\.\*)/g, '$1');
}

function filling(schema: string, { name, columns, rows }: TableOfScene): string {
  const values = rows.map((row) => `(${row.map(literal).join(', ')})`);
  return [
    `CREATE TABLE ${schema}.${name} (${columns.map((one) => `"${one.name}" ${TYPES[one.kind]}`).join(', ')})`,
    ...(values.length === 0 ? [] : [`INSERT INTO ${schema}.${name} VALUES ${values.join(', ')}`]),
    ...columns.map((column) => `CREATE INDEX "${name}_${column.name}" ON ${schema}.${name} ("${column.name}")`),
  ].join(';');
}

function literal(value: Value): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}
