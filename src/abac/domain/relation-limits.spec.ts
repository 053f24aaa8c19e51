import { describe, expect, it } from '@jest/globals';
import type { RowCondition } from './data-policy.js';
import { limitsOf } from './relation-limits.js';

const attributes = { roles: [], groups: [], email: 'ann@example.com', emailVerified: true, accountAgeDays: 1 };
const PERSONS = {
  without: { userId: 1, attributes, own: {} },
  with: { userId: 1, attributes, own: { regions: ['EU'] } },
};
const OWN_REGIONS: RowCondition = { column: 'region', operator: 'in', values: { attribute: 'own.regions' } };

/** Of a policy whose rows are compared with an attribute first. */
function limits(person: keyof typeof PERSONS, next: RowCondition, regionType = 'text') {
  const columns = [
    { name: 'region', type: regionType },
    { name: 'level', type: 'integer' },
  ];
  const where = { and: [OWN_REGIONS, next] };
  const policy = { id: 1, name: 'Own', rules: [{ kind: 'rows', schema: 'hr', relation: 'people', where }] } as const;
  const about = { tags: [], reviewed: [], former: [] };
  return limitsOf({ schema: 'hr', name: 'people', columns }, [policy], about, PERSONS[person], 'sees_no_row');
}

describe('what a policy leaves that compares rows with an attribute of the person', () => {
  const level = (value: number | string): RowCondition => ({ column: 'level', operator: '=', value });

  it('is the names without rows, for a person without the attribute', () => {
    expect(limits('with', level(1))).toMatchObject({ isDenied: false });
    expect(limits('without', level(1))).toMatchObject({ isDenied: false, rows: { kind: 'or', terms: [] } });
  });

  it.each<[string, RowCondition, string]>([
    ['a column is gone', { column: 'gone', operator: '=', value: 1 }, 'text'],
    ['a column that is asked to be empty is gone', { not: { column: 'gone', operator: 'is_null' } }, 'text'],
    ['a value has another type than its column', level('many'), 'text'],
    ['no attribute can be compared with the type of the column', level(1), 'boolean'],
  ])('is nothing for each person, with the attribute and without, where %s', (_, next, type) => {
    for (const person of ['with', 'without'] as const)
      expect(limits(person, next, type)).toMatchObject({ isDenied: true, columns: [] });
  });

  it('is no statement and the names without rows, for a person whose attribute has a value of another type', () => {
    const own: RowCondition = { column: 'region', operator: 'in', values: { attribute: 'own.regions' } };
    const where: RowCondition = { or: [own, level(1)] };
    const policy = { id: 1, name: 'Own', rules: [{ kind: 'rows', schema: 'hr', relation: 'people', where }] } as const;
    const columns = [
      { name: 'region', type: 'integer' },
      { name: 'level', type: 'integer' },
    ];
    const of = (regions: string[], without: 'is_refused' | 'sees_no_row') =>
      limitsOf(
        { schema: 'hr', name: 'people', columns },
        [policy],
        { tags: [], reviewed: [], former: [] },
        { ...PERSONS.with, own: { regions } },
        without,
      );
    expect(() => of(['1', 'north'], 'is_refused')).toThrow(/A value of your `regions` cannot be compared/);
    expect(of(['1', 'north'], 'sees_no_row')).toMatchObject({ isDenied: false, rows: { kind: 'or', terms: [] } });
    expect(of(['9007199254740993'], 'is_refused')).toMatchObject({
      rows: { terms: [{ values: [{ exact: '9007199254740993' }] }, { value: 1 }] },
    });
  });
});
