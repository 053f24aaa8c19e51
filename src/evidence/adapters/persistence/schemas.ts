import { EntitySchema } from 'typeorm';
import type { ColumnsOf } from '../../../platform/database/columns-of.js';
import type { Export } from '../../domain/export.js';

export const exportSchema = new EntitySchema<Export>({
  name: 'exports',
  tableName: 'exports',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    userId: { name: 'user_id', type: 'integer', nullable: true },
    organizationId: { name: 'organization_id', type: 'integer', nullable: true },
    requestedBy: { name: 'requested_by', type: 'integer' },
    admittedTo: { name: 'admitted_to', type: 'integer', array: true },
    state: { type: 'text' },
    failures: { type: 'integer' },
    requestedAt: { name: 'requested_at', type: 'timestamptz' },
    finishedAt: { name: 'finished_at', type: 'timestamptz', nullable: true },
    expiresAt: { name: 'expires_at', type: 'timestamptz', nullable: true },
    size: {
      type: 'bigint',
      nullable: true,
      // PostgreSQL's driver answers a bigint as text.
      transformer: { to: (size: unknown) => size, from: (text: string | null) => (text === null ? null : Number(text)) },
    },
    sha256: { type: 'text', nullable: true },
  } satisfies ColumnsOf<Export>,
});

export interface ExportPart {
  readonly exportId: number;
  readonly position: number;
  readonly bytes: Uint8Array;
}

export const exportPartSchema = new EntitySchema<ExportPart>({
  name: 'export_parts',
  tableName: 'export_parts',
  columns: {
    exportId: { name: 'export_id', type: 'integer', primary: true },
    position: { type: 'integer', primary: true },
    bytes: { type: 'bytea' },
  } satisfies ColumnsOf<ExportPart>,
});
