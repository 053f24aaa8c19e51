import { z } from 'zod';
import {
  Labels,
  PermissionGrant,
  PermissionName,
  component,
  displayName,
  id,
  listOf,
  moment,
} from '../../../platform/http/response-schemas.js';
import { PERMISSIONS } from '../../../shared/permission.js';
import type { Member as MemberOfPlace } from '../../application/ports/members.js';
import type { HeldWorkspace as Held } from '../../application/ports/workspaces.js';
import { MEMBER_STATUSES } from '../../domain/member.js';
import {
  DIRECTORY_PASSWORDS,
  NEW_DATA_SOURCES,
  PLANS,
  type Organization as KeptOrganization,
  FACTOR_RESETS,
} from '../../domain/organization.js';
import type { Role as RoleOfOrganization } from '../../domain/role.js';
import type { Workspace as KeptWorkspace, WorkspaceSettings as KeptSettings } from '../../domain/workspace.js';

export const Organization = component(
  'Organization',
  z.object({
    id,
    name: z.string(),
    domain: z.string().optional().meta({ description: 'A label for your own systems; absent when none is set. It verifies nothing.' }),
    plan: z.enum(PLANS).meta({ description: 'A label for your own systems. It limits nothing here.' }),
    created_at: moment,
  }),
  {
    id: 1,
    name: 'Delta Analytics',
    domain: 'delta.example',
    plan: 'enterprise',
    created_at: '2026-11-20T09:15:00.000Z',
  },
);

export const OrganizationSettings = component(
  'OrganizationSettings',
  z.object({
    device_trust_days: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'How many days members may trust a device: `null` for no limit, 0 for not at all.' }),
    directory_passwords: z.enum(DIRECTORY_PASSWORDS).meta({
      description: 'What happens to passwords that the directory of the organization sends by SCIM.',
    }),
    new_data_sources: z.enum(NEW_DATA_SOURCES).meta({
      description: '`closed`: nobody reads a new data source until a person with `abac.grant` opens it.',
    }),
    factor_resets: z.enum(FACTOR_RESETS).meta({
      description: '`needs_approval`: an owner who did not ask for it must approve before the second factors of a member are removed.',
    }),
  }),
  { device_trust_days: 30, directory_passwords: 'ignore', new_data_sources: 'open', factor_resets: 'direct' },
);

const RoleName = z.object({ id, name: z.string() });

export const MEMBER = {
  user_id: id,
  username: z.string(),
  display_name: displayName,
  email: z.string(),
  role: RoleName,
  status: z.enum(MEMBER_STATUSES).meta({
    description: '`suspended`: the directory of the organization has deactivated the member.',
  }),
  joined_at: moment,
};

export const VERA = {
  user_id: 4,
  username: 'vera',
  display_name: 'Vera Lindqvist',
  email: 'vera@delta.example',
  role: { id: 4, name: 'viewer' },
  status: 'active' as const,
  joined_at: '2026-11-20T09:15:00.000Z',
};

export const Member = component('Member', z.object(MEMBER), VERA);

export const HeldWorkspace = component(
  'HeldWorkspace',
  z.object({ workspace: z.object({ id, name: z.string() }), role: RoleName, joined_at: moment }),
  {
    workspace: { id: 1, name: 'Hydrology' },
    role: { id: 3, name: 'editor' },
    joined_at: '2026-11-20T09:15:00.000Z',
  },
);

export function toHeldWorkspace({ joinedAt, ...held }: Held): z.infer<typeof HeldWorkspace> {
  return { ...held, joined_at: joinedAt.toISOString() };
}

export const AddedWorkspaceMember = component('AddedWorkspaceMember', z.object({ user_id: id, role: RoleName }), {
  user_id: 4,
  role: { id: 3, name: 'editor' },
});

const role = {
  id,
  name: z.string(),
  permissions: listOf(PermissionGrant).meta({ description: 'From `GET /api/v1/permissions`, or `*` for all.' }),
};

const ANALYST = { id: 9, name: 'Analyst', permissions: ['workspace.read', 'query.run'] } as const;

export const Role = component('Role', z.object(role), ANALYST);

export const ListedRole = component(
  'ListedRole',
  z.object({
    ...role,
    version: z.int().min(1).meta({ description: 'Send it in double quotes as `If-Match` of a change.' }),
  }),
  { ...ANALYST, version: 3 },
);

export const PermissionMeaning = component('Permission', z.object({ name: PermissionName, description: z.string() }), {
  name: 'workspace.read',
  description: PERMISSIONS['workspace.read'],
});

const updatedWorkspace = { id, name: z.string(), updated_at: moment };

const HYDROLOGY = { id: 1, name: 'Hydrology', updated_at: '2026-11-20T10:02:11.000Z' };

export const UpdatedWorkspace = component('UpdatedWorkspace', z.object(updatedWorkspace), HYDROLOGY);

export const Workspace = component(
  'Workspace',
  z.object({ ...updatedWorkspace, organization_id: id, labels: Labels, created_at: moment }),
  { ...HYDROLOGY, organization_id: 1, labels: [], created_at: '2026-11-20T09:15:00.000Z' },
);

export const WorkspaceSettings = component(
  'WorkspaceSettings',
  z.object({
    allow_public_access: z.boolean(),
    default_role_id: id.meta({
      description: 'The role of people for whom no role is named: when they are added, or mapped from a group.',
    }),
    custom_settings: z.record(z.string(), z.unknown()).meta({ description: 'Any data that clients keep there.' }),
  }),
  { allow_public_access: false, default_role_id: 4, custom_settings: { theme: 'river' } },
);

export function toOrganization(organization: KeptOrganization): z.infer<typeof Organization> {
  const { id, name, domain, plan, createdAt } = organization;
  return { id, name, ...(domain !== null && { domain }), plan, created_at: createdAt.toISOString() };
}

export function toOrganizationSettings(organization: KeptOrganization): z.infer<typeof OrganizationSettings> {
  return {
    device_trust_days: organization.deviceTrustDays,
    directory_passwords: organization.directoryPasswords,
    new_data_sources: organization.newDataSources,
    factor_resets: organization.factorResets,
  };
}

export function toMember({ userId, username, displayName: name, email, role, status, joinedAt }: MemberOfPlace): z.infer<typeof Member> {
  return { user_id: userId, username, display_name: name, email, role, status, joined_at: joinedAt.toISOString() };
}

export function toRole({ id, name, permissions }: RoleOfOrganization): z.infer<typeof Role> {
  return { id, name, permissions };
}

export function toListedRole(role: RoleOfOrganization): z.infer<typeof ListedRole> {
  return { ...toRole(role), version: role.version };
}

export function toUpdatedWorkspace({ id, name, updatedAt }: KeptWorkspace): z.infer<typeof UpdatedWorkspace> {
  return { id, name, updated_at: updatedAt.toISOString() };
}

export function toWorkspace(workspace: KeptWorkspace): z.infer<typeof Workspace> {
  return {
    ...toUpdatedWorkspace(workspace),
    organization_id: workspace.organizationId,
    labels: [...workspace.labels],
    created_at: workspace.createdAt.toISOString(),
  };
}

export function toWorkspaceSettings(settings: KeptSettings): z.infer<typeof WorkspaceSettings> {
  return {
    allow_public_access: settings.allowPublicAccess,
    default_role_id: settings.defaultRoleId,
    custom_settings: settings.customSettings,
  };
}
