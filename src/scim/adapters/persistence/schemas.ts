import { EntitySchema } from 'typeorm';
import type { ColumnsOf } from '../../../platform/database/columns-of.js';
import type { ApprovalLevel } from '../../../shared/backing.js';
import type { ScimToken } from '../../domain/scim-token.js';

export type ScimTokenRow = Omit<ScimToken, 'approval'> & {
  readonly approvedUpTo: ApprovalLevel | null;
  readonly approvedBy: number | null;
  readonly approvedAt: Date | null;
};

type StoredToken = ScimTokenRow & { readonly hash: Uint8Array; readonly approvalAskedAt: Date | null };

export const scimTokenSchema = new EntitySchema<StoredToken>({
  name: 'scim_tokens',
  tableName: 'scim_tokens',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    organizationId: { name: 'organization_id', type: 'integer' },
    name: { type: 'text' },
    hash: { name: 'token_hash', type: 'bytea', select: false },
    scopes: { type: 'text', array: true },
    createdBy: { name: 'created_by', type: 'integer', nullable: true },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    expiresAt: { name: 'expires_at', type: 'timestamptz', nullable: true },
    revokedAt: { name: 'revoked_at', type: 'timestamptz', nullable: true },
    rotatedTo: { name: 'rotated_to', type: 'integer', nullable: true },
    lastUsedAt: { name: 'last_used_at', type: 'timestamptz', nullable: true },
    lastUsedIp: { name: 'last_used_ip', type: 'text', nullable: true },
    approvedUpTo: { name: 'approved_up_to', type: 'text', nullable: true },
    approvedBy: { name: 'approved_by', type: 'integer', nullable: true },
    approvedAt: { name: 'approved_at', type: 'timestamptz', nullable: true },
    approvalAskedAt: { name: 'approval_asked_at', type: 'timestamptz', nullable: true, select: false },
  } satisfies ColumnsOf<StoredToken>,
});
