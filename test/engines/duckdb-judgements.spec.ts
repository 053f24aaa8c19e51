import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { z } from 'zod';
import { BUSINESS_TABLES } from '../fixtures/statements/business-tables.js';
import { DECOYED, DECOYS, readsNoDecoy } from '../fixtures/statements/decoy-queries.js';
import { DUCKDB_ANALYSTS } from '../fixtures/statements/duckdb-analysts.js';
import { DUCKDB_HONEST } from '../fixtures/statements/duckdb-honest.js';
import { DUCKDB_HOSTILE } from '../fixtures/statements/duckdb-hostile.js';
import { mutated } from '../fixtures/statements/hostile-mutations.js';
import { reportsOf } from '../fixtures/statements/report-statements.js';
import { SHARED_HONEST } from '../fixtures/statements/shared-honest.js';
import { type Judgement, MOST_VIOLATIONS, qualified } from '../../src/engines/sql-guard/judgement.js';
import { inEnglish, saidOf } from '../../src/shared/sentence.js';
import { judgeFileStatement } from '../../src/engines/sql-guard/judge-file-statement.js';
import { FORMATTING, FUNCTIONS, LENGTH_ARGUMENTS } from '../../src/engines/sql-guard/duckdb/duckdb-functions.js';

const HONEST = [...SHARED_HONEST, ...DUCKDB_HONEST, ...DUCKDB_ANALYSTS, ...reportsOf('amount', 'placed_on')];
/** Functions of the engine that no statement needs, by the beginning of their names. */
const DECIDED_AGAINST =
  /^(?:__internal|icu_|pg_|has_|inet_|current_(?:connection_id|database|catalog|query|query_id|role|schema|schemas|setting|transaction_id|user)$|session_user$|user$|in_search_path$|(?:next|curr)val$|getvariable$|setseed$|sleep_ms$|error$|version$|write_log$|txid_current$|json_(?:de)?serialize_|stats$|vector_type$|variant_(?:bytes|normalize|to_parquet)|create_sort_key$|constant_or_null$|combine$|finalize$|can_cast_implicitly$|cast_to_type$|(?:get|make|replace)_type$|switch$|remap_struct$|parse_duckdb_log_message$|timetz_byte_comparable$|get_block_size$|(?:col|obj|shobj)_description$|format_(?:pg_)?type$|map_to_pg_oid$)/;

async function judged(sql: string): Promise<Judgement> {
  const end = await judgeFileStatement({ engine: 'duckdb', sql, tables: [] });
  if ('missing' in end) throw new Error('DuckDB is not installed.');
  return end;
}

/** The text that would be sent, or the violations of a statement that is refused. */
async function sent(sql: string): Promise<unknown> {
  const judgement = await judged(sql);
  if (!judgement.ok) return judgement.violations;
  return qualified(
    judgement,
    judgement.relations.map(({ name }) => ({ schema: 'main', name })),
  );
}

async function relations(sql: string): Promise<unknown> {
  const judgement = await judged(sql);
  return judgement.ok ? judgement.relations.map(({ schema, name }) => (schema === null ? name : `${schema}.${name}`)) : judgement;
}

describe('a hostile statement of DuckDB', () => {
  it.each(DUCKDB_HOSTILE.map(([rule, sql]) => ({ rule, sql, title: JSON.stringify(sql.slice(0, 80)) })))(
    'is refused as $rule: $title',
    async ({ rule, sql }) => {
      const judgement = await judged(sql);
      expect(judgement).toMatchObject({
        ok: false,
        violations: expect.arrayContaining([expect.objectContaining({ rule })]),
      });
      if (judgement.ok) return;
      for (const { position, message } of judgement.violations) {
        expect(inEnglish(saidOf(message))).toMatch(/^[^\n]{10,130}\.$/);
        if (position !== null) expect(position).toBeLessThanOrEqual(sql.length);
      }
    },
  );

  it('is refused in any letters, white space and comments', async () => {
    const accepted: string[] = [];
    for (const text of DUCKDB_HOSTILE.flatMap(([, sql]) => [1, 2, 3, 4].map((seed) => mutated(sql, seed))))
      if ((await judged(text)).ok) accepted.push(text);
    expect(accepted).toEqual([]);
  });

  it('is not made harmless by what is around it', async () => {
    const words = ['; DROP TABLE x', 'INTO OUTFILE', `(FROM read_text('x'))`, '?', '(nextval(1))', 'FROM read_csv(1)'];
    const halves = fc.tuple(fc.constantFrom(...HONEST), fc.nat(1_000), fc.constantFrom(...words));
    await fc.assert(
      fc.asyncProperty(halves, async ([sql, at, word]) => {
        const cut = at % sql.length;
        const text = `${sql.slice(0, cut)} ${word} ${sql.slice(cut)}`;
        const judgement = await judged(text);
        // Inside a quote or comment the word is harmless.
        if (judgement.ok) expect(text.replace(QUOTED, '')).not.toContain(word.replace(QUOTED, ''));
      }),
      // The seed is fixed because such a word is harmless at some places, for example as the name of a type.
      { numRuns: 400, seed: 7 },
    );
  });

  it('is reported only a limited number of times', async () => {
    const judgement = await judged(`SELECT ${'getenv(1), '.repeat(500)} 1`);
    expect(judgement).toMatchObject({ ok: false, violations: { length: MOST_VIOLATIONS } });
  });
});

const QUOTED = /[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$\w*\$.*?\$\w*\$|--[^\n]*|\/\*[\s\S]*\*\//g;

describe('an honest statement of DuckDB', () => {
  let instance: DuckDBInstance;
  let connection: DuckDBConnection;
  const answer = async (sql: string) => {
    const reader = await connection.runAndReadAll(sql);
    return { columns: reader.columnNames(), rows: reader.getRowsJson() };
  };

  beforeAll(async () => {
    instance = await DuckDBInstance.create(':memory:');
    connection = await instance.connect();
    for (const sql of [`ATTACH ':memory:' AS sales`, 'USE sales', ...BUSINESS_TABLES]) await connection.run(sql);
  });
  afterAll(() => {
    connection.closeSync();
    instance.closeSync();
  });

  it('is refused in less than one of a hundred cases', async () => {
    const refused: unknown[] = [];
    for (const sql of HONEST) {
      expect((await answer(sql)).rows.length).toBeGreaterThan(0);
      if (!(await judged(sql)).ok) refused.push(sql);
    }
    expect(HONEST.length).toBeGreaterThanOrEqual(150);
    expect([refused, refused.length / HONEST.length < 0.01]).toEqual([refused, true]);
  });

  it.each(HONEST)('has the same answer as what is sent for it: %s', async (sql) => {
    const judgement = await judged(sql);
    expect(judgement).toMatchObject({ ok: true });
    expect(await answer(String(await sent(sql)))).toEqual(await answer(sql));
    expect(await judged(String(await sent(sql)))).toMatchObject({ ok: true });
  });

  it.each([
    'PIVOT orders ON status USING sum(amount) GROUP BY customer_id',
    'PIVOT orders ON status USING count(*)',
    'PIVOT orders ON year(placed_on) USING sum(amount) AS total, count(*) AS n GROUP BY status',
    'PIVOT orders ON placed_on USING max(id) GROUP BY customer_id ORDER BY customer_id LIMIT 2',
    'PIVOT orders ON status, customer_id USING sum(amount) GROUP BY parent_id',
    `PIVOT orders ON status IN ('paid', 'open'), customer_id USING sum(amount) GROUP BY parent_id`,
    'PIVOT orders ON amount -- of each\n USING count(*) GROUP BY status',
    'PIVOT (SELECT c.name, o.amount, o.status FROM orders o JOIN customers c ON c.id = o.customer_id) ON name USING sum(amount) GROUP BY status',
    'PIVOT orders o JOIN customers c ON c.id = o.customer_id ON region USING count(*) GROUP BY status',
    `PIVOT orders ON CASE WHEN amount > 10 THEN 'large' ELSE 'it''s small' END USING count(*) GROUP BY status`,
    `PIVOT customers ON lower(name) || region USING count(*)`,
    'PIVOT_WIDER orders ON status USING first(id ORDER BY id) GROUP BY customer_id',
    'WITH few (k, s) AS (SELECT customer_id, status FROM orders), orders AS (SELECT 1 AS s) PIVOT few ON s USING count(*) GROUP BY k',
  ])('has the columns that the engine gives it where it does not list them: %s', async (sql) => {
    const statements = await connection.extractStatements(sql);
    for (let index = 0; index < statements.count - 1; index += 1) await (await statements.prepare(index)).run();
    const reader = await (await statements.prepare(statements.count - 1)).runAndReadAll();
    let text = sql;
    for (let judgement = await judged(text); judgement.ok && judgement.open; judgement = await judged(text)) {
      const { statement, at } = judgement.open.values;
      expect(await judged(statement)).toMatchObject({ ok: true });
      const values = (await answer(statement)).rows.map(([value]) => `'${z.string().parse(value).replaceAll("'", "''")}'`);
      text = `${text.slice(0, at)} IN (${values.join(', ')})${text.slice(at)}`;
    }
    const own = await connection.runAndReadAll(String(await sent(text)));
    expect([own.columnNames(), own.columnTypes().map(String)]).toEqual([reader.columnNames(), reader.columnTypes().map(String)]);
    const sorted = (rows: readonly (readonly unknown[])[]) => rows.map((row) => JSON.stringify(row)).sort();
    expect(sorted(own.getRowsJson())).toEqual(sorted(reader.getRowsJson()));
  });

  it('is judged with its relations where a PIVOT does not list its values', async () => {
    expect(await relations('PIVOT orders ON status USING max((SELECT max(id) FROM customers))')).toEqual(['orders', 'customers']);
    expect(await judged('PIVOT orders ON status USING evil(1)')).toMatchObject({
      ok: false,
      violations: [{ rule: 'forbidden_function', position: 29 }],
    });
    expect(await judged('PIVOT orders ON evil(status) USING count(*)')).toMatchObject({
      ok: false,
      violations: [{ rule: 'forbidden_function', position: 16 }],
    });
  });

  it('reads an expression and not the table of its name, whatever else has that name', async () => {
    const sql = `WITH orders AS (SELECT 'mine' AS x) SELECT * FROM (SELECT * FROM orders) AS orders`;
    expect((await answer(String(await sent(sql)))).rows).toEqual([['mine']]);
  });

  it('keeps common table expressions and tables apart as the engine does', async () => {
    for (const sql of [...DECOYS, ...DECOYED]) await connection.run(sql);
    await readsNoDecoy(judged, 'main', async (sql) => (await connection.runAndReadAll(sql)).getRowsJson());
  });
});

it('has a decision for every function of the engine', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const list = `SELECT DISTINCT lower(function_name) FROM duckdb_functions()
    WHERE function_type IN ('scalar', 'aggregate', 'macro') ORDER BY ALL`;
  const names = (await connection.runAndReadAll(list)).getRows().map(([name]) => String(name));
  expect(names.filter((name) => !FUNCTIONS.has(name) && !DECIDED_AGAINST.test(name))).toEqual([]);
  expect([...FUNCTIONS].filter((name) => DECIDED_AGAINST.test(name))).toEqual([]);
  expect([...LENGTH_ARGUMENTS.keys(), ...FORMATTING].filter((name) => !FUNCTIONS.has(name))).toEqual([]);
  connection.closeSync();
  instance.closeSync();
});
