import { z } from 'zod';
import { component, listOf } from '../../../platform/http/response-schemas.js';
import { DEFERRALS, REFERENTIAL_ACTIONS } from '../../../engines/catalog-reader/relation.js';

const name = z.string();
const names = listOf(name);
const text = z.string().nullable();
const action = z.enum(REFERENTIAL_ACTIONS);

const options = listOf(z.object({ option: z.string(), columns: names })).meta({
  description:
    'What else is unusual about it, in the words of the engine, and of which columns: `WITHOUT OVERLAPS`, `PERIOD`, `NOT ENFORCED`, ' +
    '`MATCH FULL`, `ON DELETE SET NULL` of some columns; of an index `DESC`, `USING gin`, `INCLUDE`, `NULLS NOT DISTINCT`.',
});

const traits = {
  deferrable: z
    .enum(DEFERRALS)
    .meta({ description: 'Whether it may be checked at the end of a transaction, and whether it is by itself.' }),
  validated: z.boolean().meta({ description: 'Whether the rows that were there before it are known to satisfy it.' }),
  comment: text,
  options,
};
const PLAIN = { deferrable: 'no' as const, validated: true, comment: null, options: [] };

export const KEY_EXAMPLE = { name: 'gauges_pkey', columns: ['id'], ...PLAIN };
export const FOREIGN_KEY_EXAMPLE = {
  name: 'gauges_river_id_fkey',
  columns: ['river_id'],
  target: { schema_name: 'hydrology', table: 'rivers', columns: ['id'] },
  on_update: 'no_action',
  on_delete: 'cascade',
  ...PLAIN,
} as const;
export const CHECK_EXAMPLE = { name: 'gauges_id_check', expression: '(id > 0)', ...PLAIN };
export const INDEX_EXAMPLE = {
  name: 'gauges_river_id_idx',
  columns: ['river_id', 'opened'],
  unique: false,
  predicate: null,
  comment: null,
  options: [
    { option: 'DESC', columns: ['opened'] },
    { option: 'INCLUDE', columns: ['name'] },
  ],
};

export const DiscoveredKey = component('DiscoveredKey', z.object({ name, columns: names, ...traits }), KEY_EXAMPLE);

export const DiscoveredForeignKey = component(
  'DiscoveredForeignKey',
  z.object({
    name,
    columns: names,
    target: z.object({ schema_name: name, table: name, columns: names }),
    on_update: action,
    on_delete: action,
    ...traits,
  }),
  FOREIGN_KEY_EXAMPLE,
);

export const DiscoveredCheck = component('DiscoveredCheck', z.object({ name, expression: z.string(), ...traits }), CHECK_EXAMPLE);

export const DiscoveredExclusionConstraint = component(
  'DiscoveredExclusionConstraint',
  z.object({
    name,
    method: z.string().meta({ description: 'The kind of its index.' }),
    elements: listOf(z.object({ expression: z.string(), operator: z.string() })).meta({
      description: 'No two rows may have elements for which all the operators hold.',
    }),
    predicate: text.meta({ description: 'Of which rows it holds; `null` for all.' }),
    deferrable: traits.deferrable,
    validated: traits.validated,
    comment: text,
  }),
  {
    name: 'bookings_room_during_excl',
    method: 'gist',
    elements: [
      { expression: 'room', operator: '=' },
      { expression: 'during', operator: '&&' },
    ],
    predicate: null,
    deferrable: 'no',
    validated: true,
    comment: null,
  },
);

export const DiscoveredIndex = component(
  'DiscoveredIndex',
  z.object({
    name,
    columns: names.meta({ description: 'Names of columns, or the text of an expression.' }),
    unique: z.boolean(),
    predicate: text.meta({ description: 'The condition of a partial index.' }),
    comment: text,
    options,
  }),
  INDEX_EXAMPLE,
);
