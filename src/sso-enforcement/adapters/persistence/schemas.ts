import { EntitySchema } from 'typeorm';
import type { ColumnsOf } from '../../../platform/database/columns-of.js';

interface Designation {
  readonly organizationId: number;
  readonly userId: number;
  readonly designatedAt: Date;
  readonly designatedBy: number | null;
  readonly drilledAt: Date | null;
  readonly lastUsedAt: Date | null;
}

export const breakGlassSchema = new EntitySchema<Designation>({
  name: 'sso_break_glass',
  tableName: 'sso_break_glass',
  columns: {
    organizationId: { name: 'organization_id', type: 'integer', primary: true },
    userId: { name: 'user_id', type: 'integer', primary: true },
    designatedAt: { name: 'designated_at', type: 'timestamptz' },
    designatedBy: { name: 'designated_by', type: 'integer', nullable: true },
    drilledAt: { name: 'drilled_at', type: 'timestamptz', nullable: true },
    lastUsedAt: { name: 'last_used_at', type: 'timestamptz', nullable: true },
  } satisfies ColumnsOf<Designation>,
});
