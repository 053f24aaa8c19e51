import { describe, expect, it } from '@jest/globals';
import { type RowCondition, numbered } from './data-policy.js';
import { unfitInRules, unknownInRules } from './names-of-data-policy.js';
import { inEnglish, say } from '../../shared/sentence.js';

const RIVERS = {
  schema: 'public',
  name: 'rivers',
  columns: [
    { name: 'basin', type: 'text' },
    { name: 'length', type: 'integer' },
    { name: 'open', type: 'boolean' },
  ],
};
const rows = (where: RowCondition) => numbered([{ kind: 'rows', schema: 'public', relation: 'rivers', where }] as const);
const among = (column: string, attribute: string): RowCondition => ({
  column,
  operator: 'in',
  values: { attribute },
});

describe('names in the rules of a data policy', () => {
  it.each([
    ['own.regons', say('Did you mean "{name}"?', { name: 'regions' })],
    ['own.quite_different', null],
  ])('are told where no member has the attribute %s, with the nearest one', (attribute, hint) => {
    const found = unknownInRules(
      rows({ or: [among('basin', 'own.regions'), among('basin', attribute)] }),
      { own: { regions: ['EU'] } },
      [],
    );
    const name = attribute.slice('own.'.length);
    expect(found).toEqual([
      {
        field: 'rules[0].where.or[1].values.attribute',
        unknown: {
          kind: 'attribute',
          name,
          isGone: false,
          hint,
          message: expect.objectContaining({ with: { name } }),
        },
      },
    ]);
  });

  it('are tags that columns have, and attributes of every account', () => {
    const own = { own: {} };
    expect(unknownInRules(rows(among('basin', 'groups')), own, [])).toEqual([]);
    const tag = numbered([{ kind: 'tag', tag: 'emial', effect: 'deny' }]);
    expect(unknownInRules(tag, own, ['email'])).toMatchObject([
      { field: 'rules[0].tag', unknown: { kind: 'tag', name: 'emial', hint: { with: { name: 'email' } } } },
    ]);
    expect(unknownInRules(tag, own, ['emial'])).toEqual([]);
  });
});

describe('attributes of members that cannot be compared', () => {
  it.each([
    ['texts where a number is due', 'length', ['7', 'long', 'wide', 'deep', 'high'], '"long", "wide", "deep" and 1 more'],
    ['numbers where a text is due', 'basin', [1, 'north', 2], '1, 2'],
  ])('are told: %s', (_, column, values, shown) => {
    const found = unfitInRules(rows({ not: among(column, 'own.held') }), [RIVERS], { own: { held: values } });
    expect(found.map(({ message, ...place }) => ({ ...place, message: inEnglish(message) }))).toEqual([
      {
        field: 'rules[0].where.not.values.attribute',
        attribute: 'own.held',
        message: expect.stringContaining(`: ${shown}. Statements of these members over public.rivers are refused.`),
      },
    ]);
  });

  it.each([
    ['fit', 'length', ['7', '0012']],
    ['stand beside a column that takes no text, which the schema tells', 'open', ['x']],
    ['stand beside a column that has gone', 'width', ['x']],
  ])('are not those that %s', (_, column, values) => {
    expect(unfitInRules(rows(among(column, 'own.held')), [RIVERS], { own: { held: values } })).toEqual([]);
  });
});
