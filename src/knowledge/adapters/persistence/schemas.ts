import { EntitySchema } from 'typeorm';
import type { ColumnsOf } from '../../../platform/database/columns-of.js';
import type { Entry, EntryVersion } from '../../domain/entry.js';

export const entrySchema = new EntitySchema<Entry>({
  name: 'knowledge',
  tableName: 'knowledge',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    organizationId: { name: 'organization_id', type: 'integer' },
    dataSourceId: { name: 'data_source_id', type: 'integer' },
    kind: { type: 'text' },
    name: { type: 'text' },
    definition: { type: 'text', nullable: true },
    synonyms: { type: 'text', array: true, default: '{}' },
    sql: { type: 'text', nullable: true },
    state: { type: 'text' },
    problem: { type: 'text', nullable: true },
    checkedSnapshotId: { name: 'checked_snapshot_id', type: 'integer', nullable: true },
    unprepared: { type: 'text', nullable: true, default: 'unasked' },
    version: { type: 'integer' },
    changedBy: { name: 'changed_by', type: 'integer' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    changedAt: { name: 'changed_at', type: 'timestamptz' },
  } satisfies ColumnsOf<Entry>,
});

export type StoredVersion = EntryVersion & { readonly entryId: number };

export const entryVersionSchema = new EntitySchema<StoredVersion>({
  name: 'knowledge_versions',
  tableName: 'knowledge_versions',
  columns: {
    entryId: { name: 'entry_id', type: 'integer', primary: true },
    version: { type: 'integer', primary: true },
    name: { type: 'text' },
    definition: { type: 'text', nullable: true },
    synonyms: { type: 'text', array: true },
    sql: { type: 'text', nullable: true },
    changedBy: { name: 'changed_by', type: 'integer' },
    changedAt: { name: 'changed_at', type: 'timestamptz' },
  } satisfies ColumnsOf<StoredVersion>,
});
