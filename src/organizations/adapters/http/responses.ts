import { z } from 'zod';
import { component, id, listOf } from '../../../platform/http/response-schemas.js';
import { PERMISSIONS } from '../../../shared/permission.js';
import type { Member } from '../../application/ports/members.js';
import type { DirectoryPasswords, Organization } from '../../domain/organization.js';
import type { Role as RoleOfOrganization } from '../../domain/role.js';
import type { Workspace, WorkspaceSettings } from '../../domain/workspace.js';

export interface OrganizationResponse {
  readonly id: number;
  readonly name: string;
  /** Present if configured. */
  readonly domain?: string;
  readonly plan: string;
  readonly created_at: string;
}

export interface OrganizationSettingsResponse {
  readonly device_trust_days: number | null;
  readonly directory_passwords: DirectoryPasswords;
}

export interface MemberResponse {
  readonly user_id: number;
  readonly username: string;
  readonly email: string;
  readonly role: { readonly id: number; readonly name: string };
  /** `suspended`: deactivated by the directory of the organization. */
  readonly status: 'active' | 'disabled' | 'suspended';
  readonly joined_at: string;
}

export interface WorkspaceResponse {
  readonly id: number;
  readonly organization_id: number;
  readonly name: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface WorkspaceSettingsResponse {
  readonly allow_public_access: boolean;
  readonly default_role_id: number;
  readonly custom_settings: Readonly<Record<string, unknown>>;
}

export const ORGANIZATION_EXAMPLE: OrganizationResponse = {
  id: 1,
  name: 'Delta Analytics',
  domain: 'delta.example',
  plan: 'enterprise',
  created_at: '2026-11-20T09:15:00.000Z',
};

export const MEMBER_EXAMPLE: MemberResponse = {
  user_id: 4,
  username: 'vera',
  email: 'vera@delta.example',
  role: { id: 4, name: 'viewer' },
  status: 'active',
  joined_at: '2026-11-20T09:15:00.000Z',
};

export const Role = component(
  'Role',
  z.object({
    id,
    name: z.string(),
    permissions: listOf(z.string()).meta({ description: 'From `GET /api/v1/permissions`, or `*` for all.' }),
  }),
  { id: 9, name: 'Analyst', permissions: ['workspace.read', 'query.run'] },
);

export const PermissionMeaning = component('Permission', z.object({ name: z.string(), description: z.string() }), {
  name: 'workspace.read',
  description: PERMISSIONS['workspace.read'],
});

export const WORKSPACE_EXAMPLE: WorkspaceResponse = {
  id: 1,
  organization_id: 1,
  name: 'Hydrology',
  created_at: '2026-11-20T09:15:00.000Z',
  updated_at: '2026-11-20T10:02:11.000Z',
};

export const SETTINGS_EXAMPLE: WorkspaceSettingsResponse = {
  allow_public_access: false,
  default_role_id: 4,
  custom_settings: { theme: 'river' },
};

export function toOrganizationResponse({ id, name, domain, plan, createdAt }: Organization): OrganizationResponse {
  return { id, name, ...(domain !== null && { domain }), plan, created_at: createdAt.toISOString() };
}

export function toOrganizationSettings({
  deviceTrustDays,
  directoryPasswords,
}: Organization): OrganizationSettingsResponse {
  return { device_trust_days: deviceTrustDays, directory_passwords: directoryPasswords };
}

export function toMemberResponse({ userId, username, email, role, status, joinedAt }: Member): MemberResponse {
  return { user_id: userId, username, email, role, status, joined_at: joinedAt.toISOString() };
}

export function toRole({ id, name, permissions }: RoleOfOrganization): z.infer<typeof Role> {
  return { id, name, permissions };
}

export function toWorkspaceResponse(workspace: Workspace): WorkspaceResponse {
  return {
    id: workspace.id,
    organization_id: workspace.organizationId,
    name: workspace.name,
    created_at: workspace.createdAt.toISOString(),
    updated_at: workspace.updatedAt.toISOString(),
  };
}

export function toSettingsResponse(settings: WorkspaceSettings): WorkspaceSettingsResponse {
  return {
    allow_public_access: settings.allowPublicAccess,
    default_role_id: settings.defaultRoleId,
    custom_settings: settings.customSettings,
  };
}
