import { EntitySchema } from 'typeorm';
import type { ColumnsOf } from '../../../platform/database/columns-of.js';
import type { AccessRequest } from '../../domain/access-request.js';
import type { Organization } from '../../domain/organization.js';
import type { Role } from '../../domain/role.js';
import type { Workspace, WorkspaceSettings } from '../../domain/workspace.js';

type StoredOrganization = Organization & { readonly updatedAt: Date; readonly hasHadOwner: boolean };

export const organizationSchema = new EntitySchema<StoredOrganization>({
  name: 'organizations',
  tableName: 'organizations',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    name: { type: 'text' },
    domain: { type: 'text', nullable: true },
    plan: { type: 'text' },
    deviceTrustDays: { name: 'device_trust_days', type: 'integer', nullable: true },
    directoryPasswords: { name: 'directory_passwords', type: 'text', default: 'ignore' },
    newDataSources: { name: 'new_data_sources', type: 'text', default: 'open' },
    factorResets: { name: 'factor_resets', type: 'text', default: 'direct' },
    version: { type: 'integer', default: 1 },
    // Set by a trigger.
    hasHadOwner: { name: 'has_had_owner', type: 'boolean', default: false, select: false },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    updatedAt: { name: 'updated_at', type: 'timestamptz', select: false },
  } satisfies ColumnsOf<StoredOrganization>,
});

export const roleSchema = new EntitySchema<Role>({
  name: 'roles',
  tableName: 'roles',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    organizationId: { name: 'organization_id', type: 'integer' },
    name: { type: 'text' },
    isBuiltIn: { name: 'is_built_in', type: 'boolean' },
    permissions: { type: 'text', array: true },
    version: { type: 'integer', default: 1 },
  } satisfies ColumnsOf<Role>,
});

export type WorkspaceRow = Omit<Workspace, 'settings'> & WorkspaceSettings;

export const workspaceSchema = new EntitySchema<WorkspaceRow>({
  name: 'workspaces',
  tableName: 'workspaces',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    organizationId: { name: 'organization_id', type: 'integer' },
    name: { type: 'text' },
    allowPublicAccess: { name: 'allow_public_access', type: 'boolean', default: false },
    defaultRoleId: { name: 'default_role_id', type: 'integer' },
    customSettings: { name: 'custom_settings', type: 'jsonb', default: {} },
    labels: { type: 'text', array: true, default: [] },
    version: { type: 'integer', default: 1 },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    updatedAt: { name: 'updated_at', type: 'timestamptz' },
  } satisfies ColumnsOf<WorkspaceRow>,
});

interface WorkspaceMember {
  readonly workspaceId: number;
  readonly organizationId: number;
  readonly userId: number;
  readonly roleId: number;
  readonly joinedAt: Date;
  readonly isProvisioned: boolean;
  readonly isFromClaims: boolean;
}

export const workspaceMemberSchema = new EntitySchema<WorkspaceMember>({
  name: 'workspace_members',
  tableName: 'workspace_members',
  columns: {
    workspaceId: { name: 'workspace_id', type: 'integer', primary: true },
    organizationId: { name: 'organization_id', type: 'integer' },
    userId: { name: 'user_id', type: 'integer', primary: true },
    roleId: { name: 'role_id', type: 'integer' },
    joinedAt: { name: 'joined_at', type: 'timestamptz' },
    isProvisioned: { name: 'is_provisioned', type: 'boolean', default: false },
    isFromClaims: { name: 'is_from_claims', type: 'boolean', default: false },
  } satisfies ColumnsOf<WorkspaceMember>,
});

type StoredRequest = Omit<AccessRequest, 'requestedBy' | 'decidedBy'> & {
  readonly requestedBy: number;
  readonly decidedBy: number | null;
  readonly decidedAt: Date | null;
  readonly usedAt: Date | null;
};

export const accessRequestSchema = new EntitySchema<StoredRequest>({
  name: 'access_requests',
  tableName: 'access_requests',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    organizationId: { name: 'organization_id', type: 'integer' },
    kind: { type: 'text' },
    subject: { type: 'jsonb' },
    reason: { type: 'text' },
    isEmergency: { name: 'is_emergency', type: 'boolean' },
    status: { type: 'text' },
    requestedBy: { name: 'requested_by', type: 'integer' },
    decidedBy: { name: 'decided_by', type: 'integer', nullable: true },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    decidedAt: { name: 'decided_at', type: 'timestamptz', nullable: true },
    usedAt: { name: 'used_at', type: 'timestamptz', nullable: true },
    expiresAt: { name: 'expires_at', type: 'timestamptz' },
  } satisfies ColumnsOf<StoredRequest>,
});
