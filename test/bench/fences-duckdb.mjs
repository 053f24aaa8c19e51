import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { root } from './processes.mjs';
import { heading, median, number, over, table, times } from './report.mjs';

const ROWS = Number(process.env.ROWS ?? 1_000_000);
const ROUNDS = 7;
const SEEN = `region = 'EU'`;
const OF_CUSTOMER = `o.customer = c.id`;

/** Each restricted, and with the condition where a person would write it. */
const STATEMENTS = [
  ['a row by its key', `SELECT note FROM orders o WHERE o.id = ${ROWS / 2}`],
  ['the newest ten', `SELECT id, note FROM orders o WHERE true ORDER BY placed DESC, id DESC LIMIT 10`],
  ['all by month', `SELECT date_trunc('month', placed), sum(amount) FROM orders o WHERE true GROUP BY 1 ORDER BY 1`],
  [
    'the two largest of each of 1,000 customers, LATERAL',
    `SELECT c.id, t.amount FROM customers c, LATERAL (SELECT o.amount FROM orders o WHERE ${OF_CUSTOMER} ORDER BY o.amount DESC, o.id LIMIT 2) t`,
  ],
  [
    'the latest of each, a scalar subquery',
    `SELECT c.id, (SELECT o.note FROM orders o WHERE ${OF_CUSTOMER} ORDER BY o.placed DESC, o.id LIMIT 1) FROM customers c`,
  ],
  [
    'the two largest of each, QUALIFY',
    `SELECT id FROM orders o WHERE true QUALIFY row_number() OVER (PARTITION BY customer ORDER BY amount DESC, id) <= 2`,
  ],
];

const RESTRICTION = {
  schema: 'main',
  name: 'orders',
  isDenied: false,
  policies: ['p'],
  columns: [...['id', 'customer', 'region', 'placed', 'amount', 'note'].map((name) => ({ name, type: 'VARCHAR', mask: null }))],
  rows: { kind: 'compare', column: 'region', operator: '=', value: 'EU' },
};

/** What statements cost DuckDB for a person who sees a quarter of a table: fenced, and planned by no statistics. */
export async function fencesAtDuckDb() {
  const at = (path) => import(pathToFileURL(join(root, 'dist/src', path)).href);
  const [{ WITHOUT_STATISTICS }, { judgeFileStatement, restrictFileStatement }] = await Promise.all([
    at('statements/adapters/querying/duckdb/duckdb-engine.js'),
    at('engines/sql-guard/judge-file-statement.js'),
  ]);
  const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
  await connection.run(`CREATE TABLE orders AS SELECT i AS id, i % 1009 AS customer, ['EU', 'US', 'ASIA', 'AFRICA'][1 + i % 4] AS region,
    DATE '2023-01-01' + (i % 1000)::INTEGER AS placed, i % 977 AS amount, 'note ' || i AS note FROM range(${ROWS}) AS r (i)`);
  await connection.run('CREATE TABLE customers AS SELECT i AS id FROM range(1000) AS r (i)');
  heading('fences', ['@duckdb/node-api'], [`DuckDB, one thread, in memory; ${ROWS} rows of which the person sees a quarter`]);
  const took = async (sql, settings) => {
    for (const setting of Object.keys(WITHOUT_STATISTICS))
      await connection.run(setting in settings ? `SET ${setting} = '${settings[setting]}'` : `RESET ${setting}`);
    const begun = performance.now();
    await connection.runAndReadAll(sql);
    return performance.now() - begun;
  };
  const compared = [];
  for (const [name, sql] of STATEMENTS) {
    const judgement = await judgeFileStatement({ engine: 'duckdb', sql, tables: [] });
    if (!judgement.ok) throw new Error(`The guard refuses ${sql}`);
    const uses = judgement.relations.map((relation) => {
      return { schema: 'main', name: relation.name, restriction: relation.name === 'orders' ? RESTRICTION : null };
    });
    const written = await restrictFileStatement({ engine: 'duckdb', sql, tables: [], uses });
    if (!written.ok) throw new Error(`No policy lets through ${sql}`);
    const byHandSql = sql.replace('FROM orders o WHERE ', `FROM orders o WHERE o.${SEEN} AND `);
    const rounds = [];
    for (let round = 0; round <= ROUNDS; round += 1)
      rounds.push({ byHand: await took(byHandSql, {}), restricted: await took(written.statement, WITHOUT_STATISTICS) });
    rounds.shift();
    compared.push([
      name,
      number(median(rounds.map(({ byHand }) => byHand))),
      number(median(rounds.map(({ restricted }) => restricted))),
      times(over(rounds, ({ byHand, restricted }) => restricted / byHand)),
    ]);
  }
  table(['statement', 'by hand, ms', 'under the policy, ms', 'of by hand'], compared);
  connection.closeSync();
}
