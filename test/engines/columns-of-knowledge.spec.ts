import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FOUR_ENGINES, FourEngines } from '../support/four-engines.js';

/** A model would learn them. */
describe('what is kept of a column that is not there', () => {
  let engines: FourEngines;
  beforeAll(async () => {
    engines = await FourEngines.start('knowledge', { all: () => ['CREATE TABLE orders (id int, total int)'] });
  });
  afterAll(() => engines.close());

  it.each(FOUR_ENGINES)('is refused at %s, and what has its columns is kept', async (engine) => {
    const valid = async (sql: string): Promise<unknown> => (await engines.post(engine, 'query/validate', { sql })).body.data.valid;
    const pair = async (sql: string): Promise<unknown> =>
      (await engines.post(engine, 'verified-pairs', { question: `What is ${sql}?`, sql })).status;
    const metric = async (expression: string): Promise<unknown> => {
      const term = { name: `Sum of ${expression.replace(/\W/g, ' ')}`, definition: 'A sum.', synonyms: [], expression };
      return (await engines.post(engine, 'glossary-terms', term)).status;
    };
    for (const sql of ['SELECT totl FROM orders', 'SELECT o.totl FROM orders o', 'SELECT id FROM orders ORDER BY totl'])
      expect([sql, await valid(sql), await pair(sql)]).toEqual([sql, false, 422]);
    expect(await metric('sum(orders.totl)')).toBe(422);
    const sql = 'SELECT o.total FROM orders o ORDER BY id';
    expect([await valid(sql), await pair(sql), await metric('sum(orders.total)')]).toEqual([true, 201, 201]);
  });
});
