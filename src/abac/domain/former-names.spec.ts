import { describe, expect, it } from '@jest/globals';
import { type FormerName, HIDDEN_WHOLE, withFormerNames } from './former-names.js';

const renamed = (now: string, was: string, isCertain = true): FormerName => {
  const [relation = '', column = null] = now.split('.');
  const [wasRelation = '', wasColumn = null] = was.split('.');
  return { schema: 'hr', relation, column, wasSchema: 'hr', wasRelation, wasColumn, isCertain };
};

describe('the names under which texts may know what is hidden', () => {
  it('are those of all renames, of the relation and of its columns, in any order', () => {
    const former = [
      renamed('people', 'staff'),
      renamed('staff.wage', 'staff.pay'),
      renamed('staff.pay', 'emp.salary'),
      renamed('staff', 'emp'),
      renamed('staff.name', 'staff.label'),
      renamed('parts', 'pieces'),
      renamed('people', 'guess', false),
    ];
    const hidden = { schema: 'hr', name: 'people', columns: ['wage'], masked: ['name'], filtersRows: true };
    const parts = { columns: ['wage', 'pay', 'salary'], masked: ['name', 'label'], filtersRows: true };
    expect(withFormerNames([hidden], former)).toEqual(['people', 'staff', 'emp'].map((name) => ({ schema: 'hr', name, ...parts })));
    expect(withFormerNames([{ ...hidden, columns: null }], former).map(({ name }) => name)).toEqual(['people', 'staff', 'emp']);
  });

  it('are its own where nothing was renamed, in a circle too', () => {
    const swapped = [renamed('a', 'b'), renamed('b', 'a')];
    const hidden = { schema: 'hr', name: 'a', columns: ['x'], masked: [], filtersRows: false };
    expect(withFormerNames([hidden], [])).toEqual([hidden]);
    expect(withFormerNames([hidden], swapped).map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('are looked up, and not compared with every rename for each of many relations', () => {
    let looks = 0;
    const former = Array.from({ length: 100 }, (_, at) => {
      const one = renamed(`t${at}`, `old${at}`);
      return {
        ...one,
        get relation() {
          looks += 1;
          return one.relation;
        },
      };
    });
    const hidden = Array.from({ length: 200 }, (_, at) => ({ schema: 'hr', name: `t${at}`, ...HIDDEN_WHOLE }));
    const names = withFormerNames(hidden, former).map(({ name }) => name);
    expect([names.length, names.slice(0, 2), names.at(-1)]).toEqual([300, ['t0', 'old0'], 't199']);
    expect(looks).toBeLessThan(1_000);
  });
});
