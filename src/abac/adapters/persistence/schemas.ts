import { EntitySchema } from 'typeorm';
import type { ColumnsOf } from '../../../platform/database/columns-of.js';
import type { Policy } from '../../domain/policy.js';

type StoredPolicy = Policy & { readonly createdAt: Date };

export const policySchema = new EntitySchema<StoredPolicy>({
  name: 'abac_policies',
  tableName: 'abac_policies',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    organizationId: { name: 'organization_id', type: 'integer' },
    name: { type: 'text' },
    description: { type: 'text', default: '' },
    status: { type: 'text' },
    version: { type: 'integer', default: 1 },
    createdAt: { name: 'created_at', type: 'timestamptz', select: false },
    updatedAt: { name: 'updated_at', type: 'timestamptz' },
  } satisfies ColumnsOf<StoredPolicy>,
});
