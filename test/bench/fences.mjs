import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { root } from './processes.mjs';
import { heading, median, number, over, table, times } from './report.mjs';
import { startDatabase } from './service.mjs';
import { fencesAtDuckDb } from './fences-duckdb.mjs';

const ROWS = Number(process.env.ROWS ?? 1_000_000);
const ROUNDS = 7;
const SEEN = `region = 'EU'`;

/** Each with the condition of the policy where a person would write it. */
const STATEMENTS = [
  ['a row by its key', `SELECT note FROM orders WHERE id = ${ROWS / 2}`],
  ['a month, counted', `SELECT count(*) FROM orders WHERE placed BETWEEN '2025-03-01' AND '2025-03-31'`],
  ['a list of keys', `SELECT sum(amount) FROM orders WHERE id IN (4, 400, 40000, 400000)`],
  ['the newest ten', `SELECT id, date_trunc('month', placed) FROM orders ORDER BY placed DESC, id DESC LIMIT 10`],
  ['all by month', `SELECT date_trunc('month', placed), sum(amount) FROM orders GROUP BY 1 ORDER BY 1`],
  ['a row by its key, with arithmetic', `SELECT note FROM orders WHERE id = ${ROWS / 2} AND amount * 2 > 0`],
  ['a month, with a function', `SELECT count(*) FROM orders WHERE placed >= '2025-03-01' AND date_trunc('month', placed) = '2025-03-01'`],
  ['a regular expression', `SELECT count(*) FROM orders WHERE note ~ '^note 12'`],
];

/** What statements cost PostgreSQL for a person who sees a quarter of a table, beside the same condition written by hand. */
export async function fences(scratch) {
  const at = (name) => import(pathToFileURL(join(root, `dist/src/engines/sql-guard/${name}.js`)).href);
  const [{ judge }, { restrict }] = [await at('judge'), await at('restrict')];
  const database = await startDatabase(scratch);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  scratch.defer(() => client.end());
  await fill(client);
  heading(
    'fences',
    ['pg'],
    [
      `PostgreSQL ${database.version}; ${ROWS} rows of which the person sees a quarter, keys and dates indexed; one statement at a time`,
      `${ROUNDS} alternating rounds, medians; ratios are of the same round`,
    ],
  );
  const source = { serverVersion: '18', searchPath: ['public'], enums: [], fields: [], extensions: [] };
  const compared = [];
  for (const [name, sql] of STATEMENTS) {
    const judgement = await judge('postgresql', sql, source);
    if (!judgement.ok) throw new Error(`The guard refuses ${sql}`);
    const uses = judgement.relations.map(() => ({ schema: 'public', name: 'orders', restriction: RESTRICTION }));
    const written = await restrict('postgresql', sql, source, uses);
    if (!written.ok) throw new Error(`No policy lets through ${sql}`);
    const rounds = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const byHand = await took(client, withCondition(sql), []);
      rounds.push({ byHand, restricted: await took(client, written.statement, written.values) });
    }
    // The first one reads pages that the others find in memory.
    rounds.shift();
    compared.push([
      name,
      written.statement.includes(' OFFSET 0)') ? 'yes' : 'no',
      number(median(rounds.map(({ byHand }) => byHand))),
      number(median(rounds.map(({ restricted }) => restricted))),
      times(over(rounds, ({ byHand, restricted }) => restricted / byHand)),
    ]);
  }
  table(['statement', 'fenced', 'by hand, ms', 'under the policy, ms', 'of by hand'], compared);
  await fencesAtDuckDb();
}

const RESTRICTION = {
  schema: 'public',
  name: 'orders',
  isDenied: false,
  policies: ['p'],
  columns: [
    { name: 'id', type: 'integer', mask: null },
    { name: 'region', type: 'text', mask: null },
    { name: 'placed', type: 'date', mask: null },
    { name: 'amount', type: 'numeric', mask: null },
    { name: 'note', type: 'text', mask: null },
  ],
  rows: { kind: 'compare', column: 'region', operator: '=', value: 'EU' },
};

function withCondition(sql) {
  if (sql.includes(' WHERE ')) return sql.replace(' WHERE ', ` WHERE ${SEEN} AND `);
  return sql.replace(' FROM orders', ` FROM orders WHERE ${SEEN}`);
}

async function took(client, text, values) {
  const begun = performance.now();
  await client.query({ text, values: [...values] });
  return performance.now() - begun;
}

async function fill(client) {
  await client.query('SET jit = off');
  await client.query(
    `CREATE TABLE orders (id integer PRIMARY KEY, region text NOT NULL, placed date NOT NULL, amount numeric NOT NULL, note text NOT NULL)`,
  );
  await client.query(
    `INSERT INTO orders SELECT n, (ARRAY['EU', 'US', 'ASIA', 'AFRICA'])[1 + n % 4], date '2023-01-01' + n % 1000, n % 977, 'note ' || n
       FROM generate_series(1, $1::int) n`,
    [ROWS],
  );
  await client.query('CREATE INDEX ON orders (placed)');
  await client.query('CREATE INDEX ON orders (region)');
  await client.query('VACUUM ANALYZE orders');
}
