import { typeOf } from '../../../src/statements/adapters/querying/mysql/cells.js';
import { causeOf } from '../../../src/statements/adapters/querying/mysql/mysql-engine.js';
import { judge } from '../../../src/engines/sql-guard/judge.js';
import { restrict } from '../../../src/engines/sql-guard/restrict.js';
import { qualified } from '../../../src/engines/sql-guard/judgement.js';
import { UNKNOWN_SOURCE } from '../../../src/engines/sql-guard/known-source.js';
import { MySqlServer } from '../mysql-server.js';
import type { Answer, PolicyEngine } from './evaluation.js';
import type { Value } from './meaning.js';
import { type Kind, type TableOfScene, declared } from './scene.js';

const SOURCE = { ...UNKNOWN_SOURCE, serverVersion: '10.11-MariaDB', searchPath: ['policies_w'] };
const TYPES: Readonly<Record<Kind, string>> = {
  integer: 'int',
  text: 'varchar(60)',
  date: 'date',
  bigint: 'bigint',
  uuid: 'char(36)',
  boolean: 'tinyint(1)',
  enum: "enum('glad', 'sad')",
};

/** MySQL or MariaDB, in two databases of the server of the tests. */
export async function mysqlPolicies(): Promise<PolicyEngine & { end(): Promise<void> }> {
  const server = await MySqlServer.connect();
  // Names are cut, so both are of one length, and alike up to their end.
  const schemaOf: PolicyEngine['schemaOf'] = (place) => (place === 'whole' ? 'policies_w' : 'policies_v');
  await server.database(schemaOf('whole'));
  await server.database(schemaOf('visible'));
  await server.run(`SET SESSION sql_mode = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'`);
  return {
    dialect: 'mysql',
    grammar: {
      risky: [
        (a) => `${a}.n * 4611686018427387904`,
        (a) => `exp(${a}.n)`,
        (a) => `100 / ${a}.n`,
        (a) => `CAST(${a}.n AS unsigned) * 2`,
        (a) => `CASE WHEN ${a}.n > 2 THEN ${a}.n END`,
        (a) => `abs(${a}.n)`,
      ],
      riskyConditions: [
        (a) => `${a}.twice / ${a}.n > 20`,
        (a) => `${a}.n * 4611686018427387904 > 5`,
        (a) => `exp(${a}.n) > 5`,
        (a) => `pow(${a}.n, 40) > 5`,
        (a) => `${a}.note REGEXP '^a'`,
        (a) => `${a}.note LIKE '_ecret_%'`,
        (a) => `json_valid(${a}.doc)`,
        (a) => `substr(${a}.note, 1, ${a}.n) = 'a'`,
        (a) => `cot(${a}.n - 0) > 0`,
      ],
      hasFullJoin: false,
      // MariaDB has none.
      hasLateral: false,
      integer: 'signed',
    },
    schemaOf,
    fill: async (place, tables) => {
      for (const table of tables) await server.run(filling(schemaOf(place), table));
    },
    relationsOf: async (sql) => {
      const judgement = await judge('mysql', sql, SOURCE);
      return judgement.ok ? judgement.relations : null;
    },
    plain: async (sql, schema) => {
      const judgement = await judge('mysql', sql, SOURCE);
      if (!judgement.ok) throw new Error(`The guard refuses ${sql}`);
      const names = judgement.relations.map(({ name }) => ({ schema, name }));
      return qualified(judgement, names);
    },
    restrict: (sql, uses) => restrict('mysql', sql, SOURCE, uses),
    run: async ({ statement: sql, values }): Promise<Answer> => {
      try {
        for (const [at, value] of values.entries()) await server.admin.execute(`SET @headgate_${at} = UNHEX(?)`, [String(value)]);
        const [rows, fields] = await server.admin.query({ sql, rowsAsArray: true });
        const columns = fields.map((field) => ({ name: field.name, type: widened(typeOf(field)) }));
        return { kind: 'rows', columns, rows: rows as unknown as unknown[][] };
      } catch (error) {
        const { errno = 0, message } = error as Error & { errno?: number };
        return { kind: 'failed', reason: message, cause: causeOf(errno) };
      }
    },
    end: () => server.stop(),
  };
}

/** An aggregate of a masked integer is wide, as is that of every expression. */
function widened(type: string): string {
  return type === 'int' ? 'bigint' : type;
}

function filling(schema: string, scene: TableOfScene): string {
  const { name, columns } = scene;
  const table = `${schema}.${name}`;
  const keys = columns.map((column) => `KEY (\`${column.name}\`)`);
  const own = declared(scene, ({ kind }) => TYPES[kind], '`', name === 't0' ? 'STORED' : 'VIRTUAL');
  const values = own.rows.map((row) => `(${row.map(literal).join(', ')})`);
  return [
    `DROP TABLE IF EXISTS ${table}`,
    `CREATE TABLE ${table} (${[...own.columns, ...keys].join(', ')}) COLLATE utf8mb4_bin`,
    ...(values.length === 0 ? [] : [`INSERT INTO ${table} (${own.names}) VALUES ${values.join(', ')}`]),
    `ANALYZE TABLE ${table}`,
  ].join(';');
}

function literal(value: Value): string {
  return typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'` : String(value);
}
