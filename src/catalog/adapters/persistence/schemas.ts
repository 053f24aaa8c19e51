import { EntitySchema } from 'typeorm';
import type { ColumnsOf } from '../../../platform/database/columns-of.js';
import type { SnapshotView } from '../../application/ports/cached-schemas.js';
import type { Discovery } from '../../domain/discovery.js';
import type { Counts } from '../../../engines/catalog-reader/relation.js';
import type { UserType } from '../../../engines/catalog-reader/user-type.js';
import type { SourceFacts } from '../../../engines/catalog-reader/source-facts.js';

type StoredDiscovery = Discovery & { readonly cancelRequested: boolean; readonly heartbeatAt: Date };

export const discoverySchema = new EntitySchema<StoredDiscovery>({
  name: 'schema_discoveries',
  tableName: 'schema_discoveries',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    dataSourceId: { name: 'data_source_id', type: 'integer' },
    schemaName: { name: 'schema_name', type: 'text', nullable: true },
    state: { type: 'text' },
    schemasDone: { name: 'schemas_done', type: 'integer', default: 0 },
    schemasTotal: { name: 'schemas_total', type: 'integer', nullable: true },
    tablesSeen: { name: 'tables_seen', type: 'integer', default: 0 },
    cancelRequested: { name: 'cancel_requested', type: 'boolean', default: false, select: false },
    errorCode: { name: 'error_code', type: 'text', nullable: true },
    errorMessage: { name: 'error_message', type: 'text', nullable: true },
    requestedBy: { name: 'requested_by', type: 'integer', nullable: true },
    requestedAt: { name: 'requested_at', type: 'timestamptz' },
    heartbeatAt: { name: 'heartbeat_at', type: 'timestamptz', select: false },
    finishedAt: { name: 'finished_at', type: 'timestamptz', nullable: true },
  } satisfies ColumnsOf<StoredDiscovery>,
});

export type SnapshotRow = Omit<SnapshotView, 'schemas'> & {
  readonly dataSourceId: number;
  readonly durationMs: number;
  readonly facts: SourceFacts | null;
};

export const snapshotSchema = new EntitySchema<SnapshotRow>({
  name: 'schema_snapshots',
  tableName: 'schema_snapshots',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    dataSourceId: { name: 'data_source_id', type: 'integer', select: false },
    coversAll: { name: 'covers_all', type: 'boolean' },
    takenAt: { name: 'taken_at', type: 'timestamptz' },
    discoveredAt: { name: 'discovered_at', type: 'timestamptz' },
    durationMs: { name: 'duration_ms', type: 'integer', select: false },
    facts: { type: 'json', nullable: true, select: false },
  } satisfies ColumnsOf<SnapshotRow>,
});

/** Without what earlier versions did not tell. */
type StoredType = Omit<UserType, 'valuesCut' | 'attributes'> & Partial<UserType>;

/** Fingerprint, types and counts are null until the content is complete. */
type StoredContent = Counts & {
  /** A text, because the driver of PostgreSQL returns a bigint as one. */
  readonly id: string;
  readonly dataSourceId: number;
  readonly schemaName: string;
  readonly comment: string | null;
  readonly fingerprint: string | null;
  readonly types: readonly StoredType[] | null;
  /** Null also for what was read before these were told. */
  readonly compositeTypes: readonly UserType[] | null;
  readonly engineId: string | null;
  readonly lockedRelations: readonly string[];
  readonly begunAt: Date;
};

export const contentSchema = new EntitySchema<StoredContent>({
  name: 'schema_contents',
  tableName: 'schema_contents',
  columns: {
    id: { type: 'bigint', primary: true, generated: 'increment' },
    dataSourceId: { name: 'data_source_id', type: 'integer' },
    schemaName: { name: 'schema_name', type: 'text' },
    comment: { type: 'text', nullable: true },
    fingerprint: { type: 'text', nullable: true },
    types: { type: 'json', nullable: true },
    compositeTypes: { name: 'composite_types', type: 'json', nullable: true },
    engineId: { name: 'engine_id', type: 'text', nullable: true },
    lockedRelations: { name: 'locked_relations', type: 'text', array: true, default: '{}' },
    tables: { name: 'tables_count', type: 'integer', nullable: true },
    views: { name: 'views_count', type: 'integer', nullable: true },
    columns: { name: 'columns_count', type: 'integer', nullable: true },
    begunAt: { name: 'begun_at', type: 'timestamptz' },
  } satisfies ColumnsOf<StoredContent>,
});
