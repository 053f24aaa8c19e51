import { EntitySchema } from 'typeorm';
import type { ColumnsOf } from '../../../platform/database/columns-of.js';
import type { DataSource } from '../../domain/data-source.js';

type StoredSource = Omit<DataSource, 'hasPassword' | 'moment'> & {
  readonly passwordSealed: string | null;
  readonly dataKeys: readonly string[];
  readonly admittedKeys: readonly string[];
  readonly dataLookedAt: Date | null;
};

export const dataSourceSchema = new EntitySchema<StoredSource>({
  name: 'data_sources',
  tableName: 'data_sources',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    organizationId: { name: 'organization_id', type: 'integer' },
    workspaceId: { name: 'workspace_id', type: 'integer', nullable: true },
    name: { type: 'text' },
    engine: { type: 'text' },
    connection: { type: 'jsonb' },
    labels: { type: 'text', array: true, default: [] },
    closed: { type: 'text', nullable: true },
    failingSince: { name: 'failing_since', type: 'timestamptz', nullable: true },
    dataKeys: { name: 'data_keys', type: 'text', array: true, default: [], select: false },
    admittedKeys: { name: 'admitted_keys', type: 'text', array: true, default: [], select: false },
    dataLookedAt: { name: 'data_looked_at', type: 'timestamptz', nullable: true, select: false },
    passwordSealed: { name: 'password_sealed', type: 'text', nullable: true, select: false },
    version: { type: 'integer', default: 1 },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    updatedAt: { name: 'updated_at', type: 'timestamptz' },
  } satisfies ColumnsOf<StoredSource>,
});
