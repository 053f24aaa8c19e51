import { z } from 'zod';
import { component, listOf } from '../../../platform/http/response-schemas.js';
import { type ForeignKey, REFERENTIAL_ACTIONS, RELATION_KINDS, type Relation } from '../../domain/relation.js';

const name = z.string();
const text = z.string().nullable();
const names = listOf(name);
const action = z.enum(REFERENTIAL_ACTIONS);

const COLUMN = {
  name: 'river_id',
  type: 'integer',
  nullable: false,
  default: null,
  generated: null,
  identity: null,
  comment: 'The river that the gauge stands in.',
  readable: true,
  values: null,
};
const KEY = { name: 'gauges_pkey', columns: ['id'] };
const FOREIGN_KEY = {
  name: 'gauges_river_id_fkey',
  columns: ['river_id'],
  target: { schema_name: 'hydrology', table: 'rivers', columns: ['id'] },
  on_update: 'no_action',
  on_delete: 'cascade',
} as const;
const CHECK = { name: 'gauges_id_check', expression: 'id > 0' };
const INDEX = { name: 'gauges_pkey', columns: ['id'], unique: true, predicate: null };

export const DiscoveredColumn = component(
  'DiscoveredColumn',
  z.object({
    name,
    type: z.string().meta({ description: 'In full, as the engine writes it.' }),
    nullable: z.boolean(),
    default: text.meta({
      description: 'The default expression; for a generated column, the expression that computes it.',
    }),
    generated: z.enum(['stored', 'virtual']).nullable(),
    identity: z.enum(['always', 'by_default']).nullable(),
    comment: text,
    readable: z.boolean().meta({ description: 'Whether the database user may select it.' }),
    values: names.nullable().meta({ description: 'The labels of an enumerated type, in its order.' }),
  }),
  COLUMN,
);

export const DiscoveredKey = component('DiscoveredKey', z.object({ name, columns: names }), KEY);

export const DiscoveredForeignKey = component(
  'DiscoveredForeignKey',
  z.object({
    name,
    columns: names,
    target: z.object({ schema_name: name, table: name, columns: names }),
    on_update: action,
    on_delete: action,
  }),
  FOREIGN_KEY,
);

export const DiscoveredCheck = component('DiscoveredCheck', z.object({ name, expression: z.string() }), CHECK);

export const DiscoveredIndex = component(
  'DiscoveredIndex',
  z.object({
    name,
    columns: names.meta({ description: 'Names of columns, or the text of an expression.' }),
    unique: z.boolean(),
    predicate: text.meta({ description: 'The condition of a partial index.' }),
  }),
  INDEX,
);

export const DiscoveredPartition = component('DiscoveredPartition', z.object({ name, bound: z.string() }), {
  name: 'readings_2026',
  bound: "FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')",
});

export const DiscoveredTable = component(
  'DiscoveredTable',
  z.object({
    schema_name: name,
    name,
    kind: z.enum(RELATION_KINDS),
    comment: text,
    row_estimate: z.int().min(0).nullable().meta({ description: 'From the statistics of the engine.' }),
    readable: z.boolean().meta({ description: 'Whether the database user may select at least one column.' }),
    columns: listOf(DiscoveredColumn),
    primary_key: DiscoveredKey.nullable(),
    foreign_keys: listOf(DiscoveredForeignKey),
    unique_keys: listOf(DiscoveredKey),
    checks: listOf(DiscoveredCheck),
    indexes: listOf(DiscoveredIndex).meta({ description: 'All of them, those behind keys included.' }),
    partitions: z
      .object({
        count: z.int().min(0).meta({ description: 'The number of partitions on all levels together.' }),
        by: z.string(),
        bounds: listOf(DiscoveredPartition).meta({ description: 'A thousand at most.' }),
      })
      .nullable(),
    definition: text.meta({ description: 'The body of a view.' }),
  }),
  {
    schema_name: 'hydrology',
    name: 'gauges',
    kind: 'table',
    comment: 'Where the discharge of a river is measured.',
    row_estimate: 1200,
    readable: true,
    columns: [COLUMN],
    primary_key: KEY,
    foreign_keys: [FOREIGN_KEY],
    unique_keys: [],
    checks: [CHECK],
    indexes: [INDEX],
    partitions: null,
    definition: null,
  },
);

export function toTable(relation: Relation): z.infer<typeof DiscoveredTable> {
  const { uniqueKeys, checks, indexes, partitions, definition } = relation;
  return {
    schema_name: relation.schema,
    name: relation.name,
    kind: relation.kind,
    comment: relation.comment,
    row_estimate: relation.rowEstimate,
    readable: relation.readable,
    columns: relation.columns,
    primary_key: relation.primaryKey,
    foreign_keys: relation.foreignKeys.map(toForeignKey),
    unique_keys: uniqueKeys,
    checks,
    indexes,
    partitions,
    definition,
  };
}

export function toForeignKey({
  target,
  onUpdate,
  onDelete,
  ...named
}: ForeignKey): z.infer<typeof DiscoveredForeignKey> {
  const { schema, relation, columns } = target;
  return {
    name: named.name,
    columns: named.columns,
    target: { schema_name: schema, table: relation, columns },
    on_update: onUpdate,
    on_delete: onDelete,
  };
}
