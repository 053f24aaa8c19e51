import { describe, expect, it } from '@jest/globals';
import { DUCKDB_HOSTILE } from '../../../../test/fixtures/statements/duckdb-hostile.js';
import { qualified } from '../judgement.js';
import { judgeFileStatement } from '../judge-file-statement.js';

/** The whole lists are for `test/engines/duckdb-judgements.spec.ts`. */
const OF_EACH_RULE = [...new Map(DUCKDB_HOSTILE.toReversed()).entries()];

async function judged(sql: string) {
  const end = await judgeFileStatement({ engine: 'duckdb', sql, tables: [] });
  if ('missing' in end) throw new Error('DuckDB is not installed.');
  return end;
}

describe('a statement of DuckDB', () => {
  it.each(OF_EACH_RULE)('is refused as %s: %s', async (rule, sql) => {
    expect(await judged(sql)).toMatchObject({ ok: false, violations: expect.arrayContaining([expect.objectContaining({ rule })]) });
  });

  it.each(['SELECT 1e400', 'SELECT -1e400::DOUBLE', 'SELECT [1, 2e999]'])('says that a number is too large: %s', async (sql) => {
    expect(await judged(sql)).toMatchObject({
      ok: false,
      violations: [{ message: expect.stringContaining('larger than a DOUBLE can be') }],
    });
    expect(await judged(`SELECT 'Infinity'::DOUBLE`)).toMatchObject({ ok: true });
  });

  it('is sent as it was written, but for the names of its relations', async () => {
    const judgement = await judged(`SELECT  1 -- one\n , 'é' FROM\torders o, main.customers`);
    if (!judgement.ok) throw new Error(JSON.stringify(judgement));
    const places = judgement.relations.map(({ name }) => ({ schema: 'main', name }));
    expect(qualified(judgement, places)).toBe(`SELECT  1 -- one\n , 'é' FROM\t"main"."orders" o, main.customers`);
  });
});
