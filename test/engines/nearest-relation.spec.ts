import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FOUR_ENGINES, FourEngines } from '../support/four-engines.js';

const HIDDEN = { name: 'salaries', isDenied: true, rows: null, columns: [], policies: ['Salaries are hidden'] };

describe('a statement that names an unknown relation', () => {
  let engines: FourEngines;
  beforeAll(async () => {
    const tables = ['CREATE TABLE orders (id int, total int)', 'CREATE TABLE salaries (id int, amount int)'];
    engines = await FourEngines.start('nearest', { all: () => tables });
  });
  afterAll(() => engines.close());

  describe.each(FOUR_ENGINES)('at %s', (engine) => {
    const told = async (name: string): Promise<unknown> => engines.answer(engine, `SELECT count(*) FROM ${name}`);
    const unknown = (name: string, near = ''): string =>
      `The discovered schema has no relation ${name}.${near} Check the name, or discover the schema again.`;

    it('is told of the nearest one', async () => {
      engines.restrictions = null;
      expect(await told('ordres')).toBe(unknown('ordres', ' The nearest is orders.'));
      expect(await told('salaris')).toBe(unknown('salaris', ' The nearest is salaries.'));
      expect(await told('invoices')).toBe(unknown('invoices'));
    });

    it('is never told of one that policies hide, which is unknown itself', async () => {
      engines.restrictions = [HIDDEN];
      for (const name of ['salaries', 'salaris', 'salarie']) expect(await told(name)).toBe(unknown(name));
      expect(await told('ordres')).toBe(unknown('ordres', ' The nearest is orders.'));
    });
  });
});
