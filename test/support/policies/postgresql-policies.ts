import { Client, DatabaseError } from 'pg';
import { TypeNames } from '../../../src/statements/adapters/querying/postgresql/cells.js';
import { causeOf } from '../../../src/statements/adapters/querying/postgresql/refusals.js';
import { judge } from '../../../src/engines/sql-guard/judge.js';
import { restrict } from '../../../src/engines/sql-guard/restrict.js';
import { qualified } from '../../../src/engines/sql-guard/judgement.js';
import { UNKNOWN_SOURCE } from '../../../src/engines/sql-guard/known-source.js';
import type { Answer, PolicyEngine } from './evaluation.js';
import type { Value } from './meaning.js';
import { type TableOfScene, declared } from './scene.js';

const SOURCE = { ...UNKNOWN_SOURCE, serverVersion: '18', searchPath: ['whole'] };

/** PostgreSQL, in two schemas of a database that the test has made. */
export async function postgresqlPolicies(url: string): Promise<PolicyEngine & { end(): Promise<void> }> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE SCHEMA whole; CREATE SCHEMA visible; SET search_path = pg_catalog`);
  await client.query(`SET max_parallel_workers_per_gather = 0; SET jit = off`);
  return {
    dialect: 'postgresql',
    grammar: {
      risky: [
        (a) => `100 / ${a}.n`,
        (a) => `${a}.n * 300000000`,
        (a) => `CAST(${a}.doc AS integer)`,
        (a) => `${a}.n + 1`,
        (a) => `CASE WHEN ${a}.n > 2 THEN ${a}.n END`,
        (a) => `abs(${a}.n)`,
      ],
      riskyConditions: [
        (a) => `${a}.twice / ${a}.n > 20`,
        (a) => `100 / ${a}.n > 20`,
        (a) => `${a}.n * 300000000 > 5`,
        (a) => `CAST(${a}.doc AS integer) > 10000001`,
        (a) => `${a}.doc::jsonb IS NOT NULL`,
        (a) => `${a}.note LIKE ${a}.region || '%'`,
        (a) => `${a}.note LIKE '_ecret_%'`,
        (a) => `${a}.note ~ '^a'`,
        (a) => `'ab' ~ ${a}.note`,
        (a) => `date_trunc('month', ${a}.d) > '2022-01-01'`,
        (a) => `substr(${a}.note, 1, ${a}.n) = 'a'`,
      ],
      hasFullJoin: true,
      hasLateral: true,
      integer: 'integer',
    },
    schemaOf: (place) => place,
    fill: async (place, tables) => {
      await client.query(`DROP SCHEMA ${place} CASCADE; CREATE SCHEMA ${place}`);
      await client.query(`CREATE TYPE ${place}.mood AS ENUM ('glad', 'sad')`);
      await client.query(tables.map((table) => filling(place, table)).join(';'));
    },
    relationsOf: async (sql) => {
      const judgement = await judge('postgresql', sql, SOURCE);
      return judgement.ok ? judgement.relations : null;
    },
    plain: async (sql, schema) => {
      const judgement = await judge('postgresql', sql, SOURCE);
      if (!judgement.ok) throw new Error(`The guard refuses ${sql}`);
      return qualified(
        judgement,
        judgement.relations.map(({ name }) => ({ schema, name })),
      );
    },
    restrict: (sql, uses) => restrict('postgresql', sql, SOURCE, uses),
    run: async ({ statement: text, values }): Promise<Answer> => {
      try {
        const { fields, rows } = await client.query<unknown[]>({ text, values: [...values], rowMode: 'array' });
        const types = await new TypeNames(client).of(fields);
        return { kind: 'rows', columns: fields.map(({ name }, at) => ({ name, type: types[at] ?? '' })), rows };
      } catch (error) {
        if (!(error instanceof DatabaseError)) throw error;
        return { kind: 'failed', reason: error.message, cause: causeOf(error.code) };
      }
    },
    end: () => client.end(),
  };
}

function filling(schema: string, scene: TableOfScene): string {
  const { name } = scene;
  const table = `${schema}.${name}`;
  const stored = name === 't0' ? 'STORED' : 'VIRTUAL';
  const own = declared(scene, ({ kind }) => (kind === 'enum' ? `${schema}.mood` : kind), '"', stored);
  const indexed = scene.columns.filter(({ computed }) => computed === undefined || stored === 'STORED');
  const values = own.rows.map((row) => `(${row.map(literal).join(', ')})`);
  return [
    `CREATE TABLE ${table} (${own.columns.join(', ')})`,
    ...(values.length === 0 ? [] : [`INSERT INTO ${table} (${own.names}) VALUES ${values.join(', ')}`]),
    ...indexed.map((column) => `CREATE INDEX ON ${table} ("${column.name}")`),
    `ANALYZE ${table}`,
  ].join(';');
}

function literal(value: Value): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}
