import { describe, expect, it } from '@jest/globals';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import { keyOf } from '../../shared/qualified-name.js';
import type { RelationNames } from './ports/relation-names.js';
import type { SchemaVisibility } from './ports/schema-visibility.js';
import { SuggestRelation } from './suggest-relation.js';

const NAMES = [
  { schema: 'shop', name: 'orders' },
  { schema: 'shop', name: 'salaries' },
  { schema: 'hr', name: 'salary' },
  { schema: 'hr', name: 'People' },
  { schema: 'hr', name: 'log' },
];

/** @param hidden what policies hide from the person; `null`: nothing is restricted */
function suggest(written: string, hidden: readonly (typeof NAMES)[number][] | null = null, found = NAMES): Promise<string | null> {
  const ofSimilarLength: RelationNames['ofSimilarLength'] = async (_source, _snapshot, _length, most) => found.slice(0, most);
  const names = { ofSimilarLength } as RelationNames;
  const visible = hidden && new Map(hidden.map((one) => [keyOf(one), null]));
  const visibility = { visibleTo: async () => visible } as SchemaVisibility;
  const [name = '', schema = null] = written.split('.').reverse();
  return new SuggestRelation(names, visibility).execute({ userId: 7 } as Caller, { id: 1 } as DataSource, { schema, name });
}

describe('the relation that may be meant by an unknown name', () => {
  it.each([
    ['ordesr', 'orders'],
    ['ORDERS', 'orders'],
    ['people', 'People'],
    ['shop.ordesr', 'shop.orders'],
    ['shpo.orders', 'shop.orders'],
    ['hr.orders', 'shop.orders'],
    ['shop.salary', 'hr.salary'],
    ['shop.log', 'hr.log'],
    ['log', 'hr.log'],
    ['lgo', null],
    ['invoices', null],
    ['s', null],
  ])('of %s is %s', async (written, meant) => {
    expect(await suggest(written)).toBe(meant);
  });

  it.each(['salarie', 'SALARIES', 'shop.salaris', 'shop.salarys', 'hr.salaries'])(
    'is none that the person may not know: %s',
    async (written) => {
      expect(await suggest(written, [])).not.toBeNull();
      expect(await suggest(written, NAMES.slice(1, 3))).toBeNull();
    },
  );

  it('is none where so many are alike that comparing them would hold up others', async () => {
    const many = Array.from({ length: 5_000 }, (_, n) => ({ schema: 'shop', name: `part_${n}` }));
    expect(await suggest('ordesr', null, [...NAMES.slice(0, 1), ...many.slice(1)])).toBe('orders');
    expect(await suggest('ordesr', null, [...NAMES.slice(0, 1), ...many])).toBeNull();
  });

  it('is another one if the nearest is hidden', async () => {
    expect(await suggest('salaryes')).toBe('salaries');
    expect(await suggest('salaryes', NAMES.slice(1, 2))).toBe('salary');
  });
});
