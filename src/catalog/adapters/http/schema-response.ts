import { z } from 'zod';
import { component, id, listOf, moment } from '../../../platform/http/response-schemas.js';
import type { Comparison } from '../../application/compare-snapshots.js';
import type { SchemaView, SnapshotView } from '../../application/ports/cached-schemas.js';
import type { UserType } from '../../../engines/catalog-reader/user-type.js';
import { DIFFERENCE_KINDS, type Difference as Differing } from '../../domain/schema-diff.js';
import {
  DiscoveredCheck,
  DiscoveredExclusionConstraint,
  DiscoveredForeignKey,
  DiscoveredIndex,
  DiscoveredKey,
} from './constraint-response.js';
import { DiscoveredType, toType } from './type-response.js';
import { DiscoveredColumn, DiscoveredPartition, toColumn, toForeignKey } from './table-response.js';
import { DiscoveredPolicy, DiscoveredTrigger, ForeignSource } from './trigger-response.js';

const TIME = '2026-11-20T09:15:00.000Z';
const count = z.int().min(0);
const schema_name = z.string();

export const DiscoveredSchema = component(
  'DiscoveredSchema',
  z.object({
    schema_name,
    tables_count: count,
    views_count: count,
    comment: z.string().nullable(),
    types: listOf(DiscoveredType).meta({ description: 'Its enumerated types, domains and composite types.' }),
  }),
  { schema_name: 'hydrology', tables_count: 5, views_count: 2, comment: 'Rivers of the world.', types: [] },
);

export const SchemaSnapshot = component(
  'SchemaSnapshot',
  z.object({
    id,
    taken_at: moment,
    discovered_at: moment.meta({ description: 'When the schema was last seen in this state.' }),
    covers_all: z.boolean().meta({ description: 'Whether all schemas were read, not only some by name.' }),
    schemas: listOf(
      z.object({
        schema_name,
        tables_count: count,
        views_count: count,
        columns_count: count,
        discovered_at: moment,
      }),
    ),
  }),
  {
    id: 7,
    taken_at: TIME,
    discovered_at: TIME,
    covers_all: true,
    schemas: [{ schema_name: 'hydrology', tables_count: 5, views_count: 2, columns_count: 32, discovered_at: TIME }],
  },
);

const value = z.union([
  z.string(),
  z.boolean(),
  z.null(),
  listOf(z.string()),
  DiscoveredColumn,
  DiscoveredKey,
  DiscoveredForeignKey,
  DiscoveredCheck,
  DiscoveredExclusionConstraint,
  DiscoveredIndex,
  DiscoveredTrigger,
  DiscoveredPolicy,
  DiscoveredPartition,
  DiscoveredType,
  ForeignSource,
]);

const Difference = component(
  'SchemaDifference',
  z.object({
    kind: z.enum(DIFFERENCE_KINDS),
    schema_name,
    table: z.string().optional(),
    column: z.string().optional(),
    name: z.string().optional().meta({
      description: 'The name of a type, a key, an index, a check, a trigger, a policy or a partition.',
    }),
    attribute: z.string().optional(),
    from: value.optional().meta({ description: 'The value before; absent where something was added.' }),
    to: value.optional().meta({ description: 'The value now; absent where something was dropped.' }),
  }),
  {
    kind: 'column_changed',
    schema_name: 'hydrology',
    table: 'gauges',
    column: 'river_id',
    attribute: 'nullable',
    from: true,
    to: false,
  },
);

const briefSnapshot = z.object({ id, taken_at: moment });

export const schemaDiff = {
  from: briefSnapshot.nullable().meta({
    examples: [{ id: 3, taken_at: '2026-11-19T09:15:00.000Z' }],
    description: '`null` if there is nothing earlier.',
  }),
  to: briefSnapshot.meta({ examples: [{ id: 4, taken_at: '2026-11-20T09:15:00.000Z' }] }),
  differences: listOf(Difference),
  truncated: z.boolean().meta({ examples: [false], description: 'Whether a further page has more.' }),
};

export function toSchema(schema: SchemaView & { readonly types: readonly UserType[] }): z.infer<typeof DiscoveredSchema> {
  const { name, counts, comment, types } = schema;
  return {
    schema_name: name,
    tables_count: counts.tables,
    views_count: counts.views,
    comment,
    types: types.map(toType),
  };
}

export function toSnapshot(snapshot: SnapshotView): z.infer<typeof SchemaSnapshot> {
  return {
    id: snapshot.id,
    taken_at: snapshot.takenAt.toISOString(),
    discovered_at: snapshot.discoveredAt.toISOString(),
    covers_all: snapshot.coversAll,
    schemas: snapshot.schemas.map(({ name, counts, discoveredAt }) => ({
      schema_name: name,
      tables_count: counts.tables,
      views_count: counts.views,
      columns_count: counts.columns,
      discovered_at: discoveredAt.toISOString(),
    })),
  };
}

export function toDiff({ from, to, differences }: Comparison, truncated: boolean): z.infer<z.ZodObject<typeof schemaDiff>> {
  const brief = (snapshot: SnapshotView) => ({ id: snapshot.id, taken_at: snapshot.takenAt.toISOString() });
  return {
    from: from === null ? null : brief(from),
    to: brief(to),
    differences: differences.map(toDifference),
    truncated,
  };
}

function toDifference({ kind, schemaName, from, to, ...where }: Differing): z.infer<typeof Difference> {
  return {
    kind,
    schema_name: schemaName,
    ...where,
    ...(from !== undefined && { from: inPublic(from) }),
    ...(to !== undefined && { to: inPublic(to) }),
  };
}

/** Members with another form in answers; the rest stays as it is. */
function inPublic(given: NonNullable<Differing['from']> | null): z.infer<typeof value> {
  if (given === null || typeof given !== 'object') return given;
  if ('onDelete' in given) return toForeignKey(given);
  if ('identity' in given) return toColumn(given);
  return 'attributes' in given ? toType(given) : given;
}
