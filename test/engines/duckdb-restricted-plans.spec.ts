import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WITHOUT_STATISTICS } from '../../src/statements/adapters/querying/duckdb/duckdb-engine.js';
import { judgeFileStatement, restrictFileStatement } from '../../src/engines/sql-guard/judge-file-statement.js';
import type { Restriction } from '../../src/engines/sql-guard/restriction.js';
import { BUSINESS_TABLES } from '../fixtures/statements/business-tables.js';
import { DUCKDB_ANALYSTS } from '../fixtures/statements/duckdb-analysts.js';
import { DUCKDB_HONEST } from '../fixtures/statements/duckdb-honest.js';
import { SHARED_HONEST } from '../fixtures/statements/shared-honest.js';

/** Where rows are hidden, their numbers are refused. */
const HONEST = [...SHARED_HONEST, ...DUCKDB_HONEST, ...DUCKDB_ANALYSTS].filter((sql) => !/\browid\b/i.test(sql));
/** Of the two tables, more rows than any threshold of the engine; nothing in them can be converted. */
const HIDDEN = [
  `INSERT INTO customers SELECT 100 + i, 'hidden', 'x\\', DATE '1900-01-01' + i::INTEGER FROM range(5000) AS r (i)`,
  `INSERT INTO orders SELECT 100 + i, 1 + i % 7, 99999999.99, DATE '1900-01-01' + i::INTEGER, 'hidden', '{', i
     FROM range(20000) AS r (i)`,
];
const RESTRICTIONS = new Map<string, Restriction>(
  [
    ['customers', 4, 'id name region created_on'] as const,
    ['orders', 5, 'id customer_id amount placed_on status details parent_id'] as const,
  ].map(([name, last, columns]) => [
    name,
    {
      schema: 'main',
      name,
      isDenied: false,
      policies: ['p'],
      columns: columns.split(' ').map((column) => ({ name: column, type: 'VARCHAR', mask: null })),
      rows: { kind: 'compare', column: 'id', operator: '<=', value: last },
    },
  ]),
);

/** Each is planned by how many rows there are, where nothing forbids that. */
const PLANNED_BY_COUNTS = [
  `SELECT a.id, b.id FROM orders a ASOF JOIN orders b ON a.placed_on > b.placed_on`,
  `SELECT id FROM orders WHERE customer_id IN (SELECT id FROM customers) AND id NOT IN (SELECT id FROM customers)`,
];

describe('a statement at DuckDB of a person who sees a part', () => {
  const instances: DuckDBInstance[] = [];
  let whole: DuckDBConnection;
  /** The same, planned as it likes. */
  let unrestricted: DuckDBConnection;
  let visible: DuckDBConnection;
  /** Of the visible rows only, planned as restricted statements are. */
  let reference: DuckDBConnection;

  beforeAll(async () => {
    const made = async (settings: Record<string, string>, more: readonly string[]): Promise<DuckDBConnection> => {
      const instance = await DuckDBInstance.create(':memory:', { threads: '1', ...settings });
      instances.push(instance);
      const connection = await instance.connect();
      for (const sql of [`ATTACH ':memory:' AS sales`, 'USE sales', ...BUSINESS_TABLES, ...more]) await connection.run(sql);
      return connection;
    };
    whole = await made(WITHOUT_STATISTICS, HIDDEN);
    unrestricted = await made({}, HIDDEN);
    visible = await made({}, []);
    reference = await made(WITHOUT_STATISTICS, []);
  });
  afterAll(() => {
    for (const connection of [whole, unrestricted, visible, reference]) connection.closeSync();
    for (const instance of instances) instance.closeSync();
  });

  it.each(PLANNED_BY_COUNTS)('would have another plan for other rows: %s', async (sql) => {
    expect(await planOf(unrestricted, sql)).not.toBe(await planOf(visible, sql));
    expect(await planOf(whole, sql)).toBe(await planOf(reference, sql));
  });

  it.each(HONEST)('answers as if the other rows did not exist, and has one plan however many they are: %s', async (sql) => {
    const statement = await restricted(sql);
    expect(await answerOf(whole, statement)).toEqual(await answerOf(visible, sql));
    expect(await planOf(whole, statement)).toEqual(await planOf(reference, statement));
  });
});

async function restricted(sql: string): Promise<string> {
  const judgement = await judgeFileStatement({ engine: 'duckdb', sql, tables: [] });
  if ('missing' in judgement || !judgement.ok) throw new Error(`The guard refuses it: ${JSON.stringify(judgement)}`);
  const uses = judgement.relations.map(({ name }) => {
    return { schema: 'main', name, restriction: RESTRICTIONS.get(name) ?? null };
  });
  const restricting = await restrictFileStatement({ engine: 'duckdb', sql, tables: [], uses });
  if ('missing' in restricting || !restricting.ok) throw new Error(`It is refused: ${JSON.stringify(restricting)}`);
  return restricting.statement;
}

/** Its rows in any order, for some statements leave that to the engine. */
async function answerOf(connection: DuckDBConnection, sql: string): Promise<unknown> {
  const reader = await connection.runAndReadAll(sql);
  return [
    reader.columnTypes().map(String),
    reader
      .getRowsJson()
      .map((row) => JSON.stringify(row))
      .sort(),
  ];
}

/** Without its estimates, which nobody is shown, and which plan nothing. */
async function planOf(connection: DuckDBConnection, sql: string): Promise<string> {
  // What SUMMARIZE and DESCRIBE are made of has no plan of its own.
  if (/^\s*(?:SUMMARIZE|DESCRIBE|SHOW)\b/i.test(sql)) return '';
  const reader = await connection.runAndReadAll(`EXPLAIN (FORMAT json) ${sql}`);
  return String(reader.getRows().map((row) => row[1])).replaceAll(/"Estimated Cardinality": "\d+",?\s*/g, '');
}
