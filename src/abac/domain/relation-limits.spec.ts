import { describe, expect, it } from '@jest/globals';
import type { RowCondition } from './data-policy.js';
import { type AppliedPolicy, limitsOf } from './relation-limits.js';

const attributes = { roles: [], groups: [], email: 'ann@example.com', emailVerified: true, accountAgeDays: 1 };
const PERSONS = {
  without: { userId: 1, attributes, own: {} },
  with: { userId: 1, attributes, own: { regions: ['EU'] } },
};
const OWN_REGIONS: RowCondition = { column: 'region', operator: 'in', values: { attribute: 'own.regions' } };

/** Of a policy whose rows are compared with an attribute first. */
function limits(person: keyof typeof PERSONS, next: RowCondition, regionType = 'text') {
  const columns = [
    { name: 'region', type: regionType, computedFrom: [] },
    { name: 'level', type: 'integer', computedFrom: [] },
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
    for (const person of ['with', 'without'] as const) expect(limits(person, next, type)).toMatchObject({ isDenied: true, columns: [] });
  });

  it('is no statement and the names without rows, for a person whose attribute has a value of another type', () => {
    const own: RowCondition = { column: 'region', operator: 'in', values: { attribute: 'own.regions' } };
    const where: RowCondition = { or: [own, level(1)] };
    const policy = { id: 1, name: 'Own', rules: [{ kind: 'rows', schema: 'hr', relation: 'people', where }] } as const;
    const columns = [
      { name: 'region', type: 'integer', computedFrom: [] },
      { name: 'level', type: 'integer', computedFrom: [] },
    ];
    const of = (regions: string[], without: 'is_refused' | 'sees_no_row') =>
      limitsOf(
        { schema: 'hr', name: 'people', columns },
        [policy],
        { tags: [], reviewed: [], former: [] },
        { ...PERSONS.with, own: { regions } },
        without,
      );
    expect(() => of(['1', 'north'], 'is_refused')).toThrow(/cannot compare a value of your `regions`/);
    expect(of(['1', 'north'], 'sees_no_row')).toMatchObject({ isDenied: false, rows: { kind: 'or', terms: [] } });
    expect(of(['9007199254740993'], 'is_refused')).toMatchObject({
      rows: { terms: [{ values: [{ exact: '9007199254740993' }] }, { value: 1 }] },
    });
  });
});

describe('what a policy leaves of a column that is computed from others', () => {
  const COLUMNS = [
    { name: 'mail', type: 'text', computedFrom: [] },
    { name: 'born', type: 'date', computedFrom: [] },
    { name: 'note', type: 'text', computedFrom: [] },
    { name: 'lower_mail', type: 'text', computedFrom: ['mail'] },
    { name: 'words', type: 'tsvector', computedFrom: ['mail', 'born'] },
    { name: 'size', type: 'integer', computedFrom: ['note'] },
  ];
  const PLACE = { schema: 'hr', relation: 'people' };

  function left(rules: AppliedPolicy['rules'], reviewed = COLUMNS.map(({ name }) => name)) {
    const about = {
      tags: [{ ...PLACE, column: 'mail', tag: 'email' }],
      reviewed: [{ ...PLACE, columns: reviewed }],
      former: [],
    };
    const relation = { schema: 'hr', name: 'people', columns: COLUMNS };
    const found = limitsOf(relation, [{ id: 1, name: 'p', rules }], about, PERSONS.with, 'is_refused');
    const shown = Object.fromEntries(found?.columns.map(({ name, mask }) => [name, mask?.kind ?? 'plain']) ?? []);
    return { shown, hidden: found?.hidden, masked: found?.masked };
  }

  it('is nothing where one of these is denied, and its name counts as hidden', () => {
    expect(left([{ kind: 'column', ...PLACE, column: 'mail', effect: 'deny' }])).toEqual({
      shown: { born: 'plain', note: 'plain', size: 'plain' },
      hidden: ['mail', 'lower_mail', 'words'],
      masked: [],
    });
  });

  it.each(['null', 'hash', 'last_four'] as const)('is null where one of these is masked by %s', (effect) => {
    const masks = { mail: effect, lower_mail: 'null', words: 'null' };
    expect(left([{ kind: 'column', ...PLACE, column: 'mail', effect }]).shown).toEqual({
      ...masks,
      born: 'plain',
      note: 'plain',
      size: 'plain',
    });
    expect(left([{ kind: 'tag', tag: 'email', effect }]).shown).toMatchObject(masks);
  });

  it('is never more because of a rule of its own, and denied where one source is', () => {
    const rules = [
      { kind: 'column', ...PLACE, column: 'mail', effect: 'hash' },
      { kind: 'column', ...PLACE, column: 'lower_mail', effect: 'hash' },
      { kind: 'column', ...PLACE, column: 'born', effect: 'deny' },
      { kind: 'column', ...PLACE, column: 'size', effect: 'hash' },
    ] as const;
    expect(left(rules).shown).toEqual({ mail: 'hash', lower_mail: 'null', note: 'plain', size: 'hash' });
  });

  it('is nothing where one of these waits for a review', () => {
    const reviewed = COLUMNS.map(({ name }) => name).filter((name) => name !== 'note');
    expect(left([{ kind: 'tag', tag: 'email', effect: 'null' }], reviewed).hidden).toEqual(['note', 'size']);
  });
});
