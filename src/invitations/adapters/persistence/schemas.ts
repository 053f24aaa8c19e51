import { EntitySchema } from 'typeorm';
import type { ColumnsOf } from '../../../platform/database/columns-of.js';
import { Invitation } from '../../domain/invitation.js';

type StoredInvitation = Invitation & { readonly pendingRoleId: number | null };

export const invitationSchema = new EntitySchema<StoredInvitation>({
  name: 'Invitation',
  target: Invitation,
  tableName: 'invitations',
  columns: {
    id: { type: 'integer', primary: true },
    organizationId: { name: 'organization_id', type: 'integer' },
    workspaceId: { name: 'workspace_id', type: 'integer' },
    roleId: { name: 'role_id', type: 'integer' },
    roleName: { name: 'role_name', type: 'text' },
    email: { type: 'text' },
    emailKey: { name: 'email_key', type: 'text' },
    tokenHash: { name: 'token_hash', type: 'bytea' },
    status: { type: 'text' },
    isDeclined: { name: 'is_declined', type: 'boolean', default: false },
    invitedBy: { name: 'invited_by', type: 'integer', nullable: true },
    isProvisioned: { name: 'is_provisioned', type: 'boolean', default: false },
    approvedPermissions: { name: 'approved_permissions', type: 'text', array: true, nullable: true },
    approvedBy: { name: 'approved_by', type: 'integer', nullable: true },
    acceptedBy: { name: 'accepted_by', type: 'integer', nullable: true },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    expiresAt: { name: 'expires_at', type: 'timestamptz' },
    closedAt: { name: 'closed_at', type: 'timestamptz', nullable: true },
    // PostgreSQL generates it. Declaring that in TypeORM would make it keep a table of its own in the database.
    pendingRoleId: {
      name: 'pending_role_id',
      type: 'integer',
      nullable: true,
      select: false,
      insert: false,
      update: false,
    },
  } satisfies ColumnsOf<StoredInvitation>,
});
