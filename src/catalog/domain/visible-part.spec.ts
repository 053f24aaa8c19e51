import { describe, expect, it } from '@jest/globals';
import { placeOf } from '../../shared/qualified-name.js';
import { visibleDifference, visiblePart } from './visible-part.js';
import type { Relation } from '../../engines/catalog-reader/relation.js';

const COLUMN = { name: 'name', type: 'text', default: "'Nile'::text" };
const RIVERS = {
  schema: 'hydro',
  name: 'rivers',
  kind: 'table',
  columns: [COLUMN],
  primaryKey: null,
  uniqueKeys: [],
  foreignKeys: [],
  parents: [],
  triggers: [],
  exclusionConstraints: [],
  checks: [{ name: 'long', expression: "name <> 'Nile'" }],
  indexes: [{ name: 'of_nile', columns: ['name'], predicate: "name = 'Nile'" }],
  partitions: { definition: "FOR VALUES IN ('Nile')" },
} as unknown as Relation;
/** All columns are seen, masked or not. */
const RESTRICTED = new Map([[placeOf('hydro', 'rivers'), new Map([['name', null]])]]);

describe('what people know of a schema', () => {
  it('has no expression of a restricted relation, for it may hold values that are masked or of hidden rows', () => {
    expect(JSON.stringify(visiblePart(RIVERS, new Map()))).toContain('Nile');
    const part = visiblePart(RIVERS, RESTRICTED);
    expect([part?.columns.map(({ name }) => name), JSON.stringify(part).includes('Nile')]).toEqual([['name'], false]);
  });

  it('has the masks of columns, and the types of what is shown for them', () => {
    const columns = ['mood', 'born', 'name'].map((name) => ({
      ...COLUMN,
      name,
      type: 'mood',
      values: ['glad'],
      collation: 'de',
    }));
    const seen = new Map([
      ['mood', { masked: 'hash', type: 'text' } as const],
      ['born', { masked: 'null', type: 'mood' } as const],
      ['name', null],
    ]);
    const part = visiblePart({ ...RIVERS, columns } as unknown as Relation, new Map([[placeOf('hydro', 'rivers'), seen]]));
    expect(part?.columns).toMatchObject([
      { name: 'mood', type: 'text', masked: 'hash', values: null, collation: null },
      { name: 'born', type: 'mood', masked: 'null', values: ['glad'], nullable: true },
      { name: 'name', type: 'mood' },
    ]);
    expect(part?.columns[2]).not.toHaveProperty('masked');
  });

  it('has none in a comparison either', () => {
    const at = { schemaName: 'hydro', table: 'rivers', column: 'name' };
    const changed = { kind: 'column_changed', ...at, attribute: 'default', from: null, to: "'Nile'" } as const;
    expect([visibleDifference(changed, RESTRICTED), visibleDifference(changed, new Map())]).toEqual([null, changed]);
    const added = { kind: 'column_added', ...at, to: COLUMN } as unknown as typeof changed;
    expect(visibleDifference(added, RESTRICTED)).toMatchObject({ kind: 'column_added', to: { default: null } });
  });
});
