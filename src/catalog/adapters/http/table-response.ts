import { z } from 'zod';
import { forReader } from '../../../platform/http/request-context.js';
import { component, listOf } from '../../../platform/http/response-schemas.js';
import type { Engine } from '../../../engines/catalog-reader/engine.js';
import { type Column, type ForeignKey, RELATION_KINDS, type Relation } from '../../../engines/catalog-reader/relation.js';
import { whyUnreadable } from '../../domain/unreadable.js';
import {
  CHECK_EXAMPLE,
  DiscoveredCheck,
  DiscoveredExclusionConstraint,
  DiscoveredForeignKey,
  DiscoveredIndex,
  DiscoveredKey,
  FOREIGN_KEY_EXAMPLE,
  INDEX_EXAMPLE,
  KEY_EXAMPLE,
} from './constraint-response.js';
import { DiscoveredTrigger, ForeignSource, rowSecurity } from './trigger-response.js';

const name = z.string();
const text = z.string().nullable();
const names = listOf(name);

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
  values_truncated: false,
  collation: null,
  masked: null,
  options: [],
};

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
    values_truncated: z.boolean().meta({ description: 'Whether the type has more labels than these.' }),
    collation: text.meta({ description: '`null` for the usual one of its type, in MySQL and MariaDB of its table.' }),
    masked: z.enum(['null', 'hash', 'last_four', 'year']).nullable().meta({
      description: 'What a data policy shows you in the place of its values; `type` is then that of what is shown.',
    }),
    options: names.meta({ description: 'What else is unusual about it, in the words of the engine, such as `INVISIBLE`.' }),
  }),
  COLUMN,
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
    unreadable: text.meta({ description: 'Why it cannot be read, as far as its catalog tells; `null` if it can.' }),
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
    exclusion_constraints: listOf(DiscoveredExclusionConstraint),
    triggers: listOf(DiscoveredTrigger),
    row_security: rowSecurity.nullable().meta({ description: '`null` if row security is off and there are no policies.' }),
    parents: listOf(z.object({ schema_name: name, table: name })).meta({
      description: 'The tables that it inherits from.',
    }),
    foreign_source: ForeignSource.nullable().meta({ description: 'Where a foreign table really is.' }),
    options: names.nullable().meta({
      description:
        'What else is unusual about it, in the words of the engine, such as `security_barrier=true` or `WITHOUT ROWID`; `null` in a ' +
        'snapshot of an earlier version of Headgate, which did not read it, nor `options` of columns, keys, checks and indexes.',
    }),
    complete: z.boolean().meta({
      description:
        'False in a snapshot of an earlier version of Headgate, which did not read exclusion constraints, triggers, row ' +
        'security, parents, foreign sources, collations, comments of constraints and indexes, `deferrable` and `validated`: ' +
        'discover it again with `refresh=true`.',
    }),
  }),
  {
    schema_name: 'hydrology',
    name: 'gauges',
    kind: 'table',
    comment: 'Where the discharge of a river is measured.',
    row_estimate: 1200,
    readable: true,
    unreadable: null,
    columns: [COLUMN],
    primary_key: KEY_EXAMPLE,
    foreign_keys: [FOREIGN_KEY_EXAMPLE],
    unique_keys: [],
    checks: [CHECK_EXAMPLE],
    indexes: [INDEX_EXAMPLE],
    partitions: null,
    definition: null,
    exclusion_constraints: [],
    triggers: [],
    row_security: null,
    parents: [],
    foreign_source: null,
    options: [],
    complete: true,
  },
);

export function toTable(relation: Relation, engine: Engine): z.infer<typeof DiscoveredTable> {
  const unreadable = whyUnreadable(relation, engine);
  const { uniqueKeys, checks, indexes, partitions, definition } = relation;
  return {
    schema_name: relation.schema,
    name: relation.name,
    kind: relation.kind,
    comment: relation.comment,
    row_estimate: relation.rowEstimate,
    readable: relation.readable,
    unreadable: unreadable && forReader(unreadable),
    columns: relation.columns.map(toColumn),
    primary_key: relation.primaryKey,
    foreign_keys: relation.foreignKeys.map(toForeignKey),
    unique_keys: uniqueKeys,
    checks,
    indexes,
    partitions,
    definition,
    exclusion_constraints: relation.exclusionConstraints,
    triggers: relation.triggers,
    row_security: relation.rowSecurity,
    parents: relation.parents.map(({ schema, name: table }) => ({ schema_name: schema, table })),
    foreign_source: relation.foreign,
    options: relation.options,
    complete: relation.complete,
  };
}

export function toColumn(column: Column): z.infer<typeof DiscoveredColumn> {
  const { name, type, nullable, generated, identity, comment, readable, values, collation, options, masked = null } = column;
  return {
    name,
    type,
    nullable,
    default: column.default,
    generated,
    identity,
    comment,
    readable,
    values,
    values_truncated: column.valuesCut,
    collation,
    masked,
    options,
  };
}

export function toForeignKey(key: ForeignKey): z.infer<typeof DiscoveredForeignKey> {
  const { target, onUpdate, onDelete, ...constraint } = key;
  const { schema, relation, columns } = target;
  return {
    ...constraint,
    target: { schema_name: schema, table: relation, columns },
    on_update: onUpdate,
    on_delete: onDelete,
  };
}
