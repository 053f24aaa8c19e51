import { EntitySchema } from 'typeorm';
import type { ColumnsOf } from '../../../platform/database/columns-of.js';
import type { DataSource } from '../../domain/data-source.js';
import type { Discovery } from '../../domain/discovery.js';

type StoredSource = Omit<DataSource, 'hasPassword'> & { readonly passwordSealed: string | null };

export const dataSourceSchema = new EntitySchema<StoredSource>({
  name: 'data_sources',
  tableName: 'data_sources',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    organizationId: { name: 'organization_id', type: 'integer' },
    name: { type: 'text' },
    engine: { type: 'text' },
    connection: { type: 'jsonb' },
    passwordSealed: { name: 'password_sealed', type: 'text', nullable: true, select: false },
    version: { type: 'integer', default: 1 },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    updatedAt: { name: 'updated_at', type: 'timestamptz' },
  } satisfies ColumnsOf<StoredSource>,
});

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
