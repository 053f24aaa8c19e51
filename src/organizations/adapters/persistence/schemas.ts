import { EntitySchema } from 'typeorm';
import type { ColumnsOf } from '../../../platform/database/columns-of.js';
import type { Role } from '../../domain/role.js';
import type { Workspace, WorkspaceSettings } from '../../domain/workspace.js';

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
  } satisfies ColumnsOf<WorkspaceMember>,
});
