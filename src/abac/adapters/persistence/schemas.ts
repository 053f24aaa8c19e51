import { EntitySchema } from 'typeorm';
import type { ColumnsOf } from '../../../platform/database/columns-of.js';
import type { Policy, PolicyVersion } from '../../domain/policy.js';

type StoredPolicy = Omit<Policy, 'effect' | 'lastMatchedAt'> & {
  readonly createdAt: Date;
  readonly lastPurgedMatchAt: Date | null;
};
type StoredVersion = PolicyVersion & { readonly organizationId: number };

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
    revision: { type: 'integer', default: 1 },
    createdAt: { name: 'created_at', type: 'timestamptz', select: false },
    updatedAt: { name: 'updated_at', type: 'timestamptz' },
    lastPurgedMatchAt: { name: 'last_purged_match_at', type: 'timestamptz', nullable: true },
  } satisfies ColumnsOf<StoredPolicy>,
});

export const policyVersionSchema = new EntitySchema<StoredVersion>({
  name: 'abac_policy_versions',
  tableName: 'abac_policy_versions',
  columns: {
    policyId: { name: 'policy_id', type: 'integer', primary: true },
    version: { type: 'integer', primary: true },
    organizationId: { name: 'organization_id', type: 'integer' },
    text: { type: 'text' },
    tree: { type: 'jsonb' },
    effect: { type: 'text' },
    actions: { type: 'text', array: true },
    sha256: { type: 'text' },
    examples: { type: 'jsonb' },
    state: { type: 'text' },
    authorId: { name: 'author_id', type: 'integer' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    publishedBy: { name: 'published_by', type: 'integer', nullable: true },
    publishedAt: { name: 'published_at', type: 'timestamptz', nullable: true },
  } satisfies ColumnsOf<StoredVersion>,
});
