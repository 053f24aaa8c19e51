import type { Comparison } from '../../application/compare-snapshots.js';
import type { SchemaContext } from '../../application/compose-context.js';
import type { SchemaView, SnapshotView } from '../../application/ports/cached-schemas.js';
import type { Column, ForeignKey, Relation, UserType } from '../../domain/relation.js';
import type { Difference } from '../../domain/schema-diff.js';

interface ForeignKeyResponse {
  readonly name: string;
  readonly columns: readonly string[];
  readonly target: { readonly schema_name: string; readonly table: string; readonly columns: readonly string[] };
  readonly on_update: string;
  readonly on_delete: string;
}

export interface TableResponse extends Pick<
  Relation,
  'name' | 'kind' | 'comment' | 'readable' | 'checks' | 'indexes' | 'partitions' | 'definition'
> {
  readonly schema_name: string;
  readonly row_estimate: number | null;
  readonly columns: readonly Column[];
  readonly primary_key: Relation['primaryKey'];
  readonly foreign_keys: readonly ForeignKeyResponse[];
  readonly unique_keys: Relation['uniqueKeys'];
}

export interface SchemaResponse {
  readonly schema_name: string;
  readonly tables_count: number;
  readonly views_count: number;
  readonly comment: string | null;
  readonly types: readonly UserType[];
}

export interface SnapshotResponse {
  readonly id: number;
  readonly taken_at: string;
  readonly discovered_at: string;
  readonly covers_all: boolean;
  readonly schemas: readonly {
    readonly schema_name: string;
    readonly tables_count: number;
    readonly views_count: number;
    readonly columns_count: number;
    readonly discovered_at: string;
  }[];
}

interface DifferenceResponse {
  readonly kind: string;
  readonly schema_name: string;
  readonly table?: string;
  readonly column?: string;
  readonly name?: string;
  readonly attribute?: string;
  readonly from?: unknown;
  readonly to?: unknown;
}

export interface DiffResponse {
  readonly from: { readonly id: number; readonly taken_at: string } | null;
  readonly to: { readonly id: number; readonly taken_at: string };
  readonly differences: readonly DifferenceResponse[];
  /** Whether a further page has more. */
  readonly truncated: boolean;
}

interface PlaceResponse {
  readonly schema_name: string;
  readonly name: string;
}

export interface ContextResponse {
  readonly text: string;
  readonly token_estimate: number;
  readonly tables_included: readonly PlaceResponse[];
  readonly tables_left_out: { readonly count: number; readonly names: readonly PlaceResponse[] };
  readonly level: SchemaContext['level'];
  readonly discovered_at: string;
}

export function toTableResponse(relation: Relation): TableResponse {
  const { schema, name, kind, comment, rowEstimate, readable, columns, primaryKey, foreignKeys } = relation;
  const { uniqueKeys, checks, indexes, partitions, definition } = relation;
  return {
    schema_name: schema,
    name,
    kind,
    comment,
    row_estimate: rowEstimate,
    readable,
    columns,
    primary_key: primaryKey,
    foreign_keys: foreignKeys.map(toForeignKeyResponse),
    unique_keys: uniqueKeys,
    checks,
    indexes,
    partitions,
    definition,
  };
}

export function toSchemaResponse(schema: SchemaView & { readonly types: readonly UserType[] }): SchemaResponse {
  const { name, counts, comment, types } = schema;
  return { schema_name: name, tables_count: counts.tables, views_count: counts.views, comment, types };
}

export function toSnapshotResponse({ id, takenAt, discoveredAt, coversAll, schemas }: SnapshotView): SnapshotResponse {
  return {
    id,
    taken_at: takenAt.toISOString(),
    discovered_at: discoveredAt.toISOString(),
    covers_all: coversAll,
    schemas: schemas.map(({ name, counts, discoveredAt: schemaDiscoveredAt }) => ({
      schema_name: name,
      tables_count: counts.tables,
      views_count: counts.views,
      columns_count: counts.columns,
      discovered_at: schemaDiscoveredAt.toISOString(),
    })),
  };
}

export function toDiffResponse({ from, to, differences }: Comparison, truncated: boolean): DiffResponse {
  const brief = ({ id, takenAt }: SnapshotView) => ({ id, taken_at: takenAt.toISOString() });
  return {
    from: from === null ? null : brief(from),
    to: brief(to),
    differences: differences.map(toDifferenceResponse),
    truncated,
  };
}

export function toContextResponse(context: SchemaContext): ContextResponse {
  const place = ({ schema, name }: { schema: string; name: string }) => ({ schema_name: schema, name });
  return {
    text: context.text,
    token_estimate: context.tokenEstimate,
    tables_included: context.tablesIncluded.map(place),
    tables_left_out: { count: context.tablesLeftOut.count, names: context.tablesLeftOut.names.map(place) },
    level: context.level,
    discovered_at: context.discoveredAt.toISOString(),
  };
}

function toDifferenceResponse({ kind, schemaName, from, to, ...where }: Difference): DifferenceResponse {
  return {
    kind,
    schema_name: schemaName,
    ...where,
    ...(from !== undefined && { from: inPublic(from) }),
    ...(to !== undefined && { to: inPublic(to) }),
  };
}

/** Of what differs only foreign keys have another form in public. */
function inPublic(value: unknown): unknown {
  return isForeignKey(value) ? toForeignKeyResponse(value) : value;
}

function isForeignKey(value: unknown): value is ForeignKey {
  return typeof value === 'object' && value !== null && 'target' in value && 'onDelete' in value;
}

function toForeignKeyResponse({ name, columns, target, onUpdate, onDelete }: ForeignKey): ForeignKeyResponse {
  const { schema, relation, columns: targetColumns } = target;
  return {
    name,
    columns,
    target: { schema_name: schema, table: relation, columns: targetColumns },
    on_update: onUpdate,
    on_delete: onDelete,
  };
}
