import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FOUR_ENGINES, FourEngines } from '../support/four-engines.js';

const TABLES = ['CREATE TABLE pay (id int, salary int, born date)', 'CREATE TABLE places (id int, country varchar(20))'];

describe('Expressions that people keep', () => {
  let four: FourEngines;
  beforeAll(async () => {
    four = await FourEngines.start('kept_expressions', { all: () => TABLES });
  });
  afterAll(() => four.close());

  const saved = async (engine: (typeof FOUR_ENGINES)[number], expression: string) => {
    const body = { name: `Term ${Math.random()}`, definition: 'Of the test.', synonyms: [], expression };
    const { status, body: answer } = await four.post(engine, 'glossary-terms', body);
    return status === 201 ? 'valid' : (answer.violations?.[0]?.message ?? status);
  };

  it.each(FOUR_ENGINES)('are saved at %s if their columns are there, and refused if not', async (engine) => {
    for (const expression of [
      'sum(salary)',
      'sum(p.salary) / 2',
      'sum(pay.salary)',
      'count(*)',
      '1 + 1',
      'sum(salary) / count(DISTINCT country)',
    ])
      expect([expression, await saved(engine, expression)]).toEqual([expression, 'valid']);
    for (const expression of ['sum(wages)', 'sum(salary) / count(wages)', 'sum(pay.wages)', 'sum(salary) / sum(p.wages)'])
      expect([expression, await saved(engine, expression)]).toEqual([expression, expect.stringMatching(/wages/)]);
  });
});
