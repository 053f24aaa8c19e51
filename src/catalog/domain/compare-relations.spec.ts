import { describe, expect, it } from '@jest/globals';
import { column, foreignKey, key, table } from '../../../test/support/planted-schema.js';
import type { Option } from '../../engines/catalog-reader/option.js';
import type { Index, Relation } from '../../engines/catalog-reader/relation.js';
import { compareRelations } from './compare-relations.js';

const COLUMNS = [column('id'), column('day'), column('flow')];
const IDS = {
  self: '1/1',
  columns: [1, 2, 3],
  primaryKey: [4],
  foreignKeys: [5],
  foreignKeyTargets: ['6'],
  parents: [],
  uniqueKeys: [],
  checks: [],
  exclusionConstraints: [],
  indexes: [7],
  triggers: [],
  policies: [],
};

function index(...options: readonly Option[]): Index {
  return { name: 'ix', columns: ['day'], unique: false, predicate: null, comment: null, options };
}

function readings(more: Partial<Relation> = {}): Relation {
  const keys = { primaryKey: key('pk', 'id', 'day'), foreignKeys: [foreignKey('id', 's', 'gauges')], indexes: [index()] };
  return table('s', 'readings', COLUMNS, { ...keys, ids: IDS, ...more });
}

const INCLUDE = { option: 'INCLUDE', columns: ['flow'] };
const DESC = { option: 'DESC', columns: ['day'] };
const UNUSUAL = readings({
  options: ['UNLOGGED'],
  columns: [column('id', 'integer', { options: ['INVISIBLE'] }), ...COLUMNS.slice(1)],
  primaryKey: { ...key('pk', 'id', 'day'), options: [{ option: 'WITHOUT OVERLAPS', columns: ['day'] }] },
  foreignKeys: [{ ...foreignKey('id', 's', 'gauges'), options: [{ option: 'NOT ENFORCED', columns: [] }] }],
  indexes: [index(DESC, INCLUDE)],
});

describe('two states of a relation', () => {
  it('differ by what is unusual about it and its parts', () => {
    const at = { schemaName: 's', table: 'readings' };
    expect(compareRelations(readings(), UNUSUAL)).toEqual([
      { kind: 'relation_changed', ...at, attribute: 'options', from: [], to: ['UNLOGGED'] },
      { kind: 'column_changed', ...at, column: 'id', attribute: 'options', from: [], to: ['INVISIBLE'] },
      expect.objectContaining({ kind: 'primary_key_changed', name: 'pk' }),
      expect.objectContaining({ kind: 'foreign_key_changed', name: 'id_fkey' }),
      { kind: 'index_changed', ...at, name: 'ix', from: index(), to: index(DESC, INCLUDE) },
    ]);
    expect(compareRelations(UNUSUAL, UNUSUAL)).toEqual([]);
  });

  it('do not differ by what one of them was not asked for', () => {
    for (const before of [readings({ options: null }), readings({ options: null, complete: false })]) {
      expect(compareRelations(before, UNUSUAL)).toEqual([]);
      expect(compareRelations(UNUSUAL, before)).toEqual([]);
    }
  });

  it('do not differ by the new name of a column that an option names', () => {
    const renamed = (options: readonly Option[]) =>
      readings({ columns: [column('id'), column('date'), column('runoff')], indexes: [{ ...index(...options), columns: ['date'] }] });
    const after = renamed([
      { option: 'DESC', columns: ['date'] },
      { option: 'INCLUDE', columns: ['runoff'] },
    ]);
    const before = readings({ indexes: [index(DESC, INCLUDE)] });
    const plain = { primaryKey: null, foreignKeys: [] };
    const kinds = compareRelations({ ...before, ...plain }, { ...after, ...plain }).map(({ kind }) => kind);
    expect(kinds).toEqual(['column_renamed', 'column_renamed']);
  });
});
