/** Every permission and what it allows. `*` stands for all of them, present and future. */
export const PERMISSIONS = {
  'organization.read': 'See the organization and its settings.',
  'organization.update': 'Change the organization and its settings.',
  'member.read': 'See who belongs to the organization.',
  'member.invite': 'Invite people to the organization.',
  'member.remove': 'Change the role of members and remove them.',
  'member.security.read': 'See second factor, last login and origin of the accounts of members.',
  'member.assist': 'End sessions and reset second factors of members whose accounts the organization manages.',
  'role.read': 'See the roles of the organization.',
  'role.manage': 'Create, change and delete custom roles.',
  'workspace.read': 'See workspaces and their settings.',
  'workspace.write': 'Create workspaces and change their settings.',
  'workspace.delete': 'Manage all workspaces with what they hold, and delete them.',
  'template.read': 'See prompt templates.',
  'template.write': 'Create and edit prompt templates.',
  'template.publish': 'Publish and archive prompt templates.',
  'template.execute': 'Render and execute prompt templates.',
  'data_source.read': 'See data sources and their cached schema.',
  'data_source.write': 'Register, change and delete data sources.',
  'data_source.discover': 'Discover the schema of a data source.',
  'query.run': 'Ask data sources in words, and run guarded read-only queries by hand.',
  'query.manage': 'Decide what the language model may see of data, how many tokens it may use, and how long conversations are kept.',
  'query.verify': 'Write verified pairs of question and statement, and the glossary.',
  'sso.read': 'See single sign-on settings and migration plans.',
  'sso.manage': 'Set up single sign-on connections and domains.',
  'sso.enforce': 'Decide whether single sign-on and a second factor are required.',
  'scim.manage': 'Issue and revoke provisioning tokens, map groups onto roles, and see what provisioning did.',
  'abac.read': 'See access policies.',
  'abac.manage': 'Write access policies.',
  'abac.grant': 'Activate access policies, and set the labels and attributes that they go by.',
  'audit.read': 'Read the audit trail, also of private workspaces.',
} as const;

/** What looking around takes: the built-in role `viewer`, and what every member of an organization may do in its public workspaces. */
export const OF_VIEWERS: readonly Permission[] = [
  'organization.read',
  'member.read',
  'workspace.read',
  'template.read',
  'template.execute',
  'data_source.read',
];

/** What an act is done to. */
export type ActedOn = 'Organization' | 'Workspace' | 'DataSource';

/**
 * What every act includes. If an access policy forbids the included act, it refuses the including one too. Roles are not asked: they
 * give each permission by itself.
 */
const INCLUDED: Readonly<Partial<Record<Permission, readonly Permission[]>>> = {
  'organization.update': ['organization.read'],
  'member.invite': ['member.read'],
  'member.remove': ['member.read'],
  'member.security.read': ['member.read'],
  'member.assist': ['member.read'],
  'role.manage': ['role.read'],
  'workspace.write': ['workspace.read'],
  'workspace.delete': ['workspace.read'],
  'template.write': ['template.read'],
  'template.publish': ['template.read'],
  'template.execute': ['template.read'],
  'data_source.write': ['data_source.read'],
  'data_source.discover': ['data_source.read'],
  'query.run': ['data_source.read'],
  'query.manage': ['data_source.read'],
  // Judging a statement tells what running it would: what exists, and what the person may read of it.
  'query.verify': ['query.run', 'data_source.read'],
  'sso.manage': ['sso.read'],
  'sso.enforce': ['sso.read'],
  'abac.manage': ['abac.read'],
  'abac.grant': ['abac.read'],
};

/** The acts that an act includes, not itself. Whatever is done to a data source includes that it is seen. */
export function includedIn(permission: Permission, on: ActedOn): readonly Permission[] {
  const included = INCLUDED[permission] ?? [];
  const isOfSource = on === 'DataSource' && permission !== 'data_source.read';
  return isOfSource ? [...new Set<Permission>([...included, 'data_source.read'])] : included;
}

/** What a system administrator may do in every organization: run it, but not look at its data. */
export function isAdministrative(permission: Permission): boolean {
  return !/^(template|data_source|query)\./.test(permission);
}

/** Roles in workspaces are about the workspace and the data in it. */
export function isHeldInWorkspaces(permission: PermissionGrant): boolean {
  return permission.startsWith('workspace.') || (permission !== '*' && !isAdministrative(permission));
}

/**
 * What policies, labels and attributes say decides who may read what. A system administrator changes none of it without
 * the consent of an owner.
 */
export function needsConsent(permission: Permission): boolean {
  return permission === 'abac.grant';
}

/** Grants or changes people's permissions, or decides who they are. */
function isAboutRights(permission: Permission): boolean {
  return /\.(invite|remove|assist|manage|enforce|grant)$/.test(permission);
}

/** In the order of the catalogue. */
export const ALL_PERMISSIONS = Object.keys(PERMISSIONS) as Permission[];

export function administrativePermissions(): Permission[] {
  return ALL_PERMISSIONS.filter(isAdministrative);
}

/**
 * You can give only what you hold. A system administrator does not count as an owner. In an organization that has had
 * an owner, they can give neither permissions that show data nor permissions that make others powerful, because they
 * could give these to themselves, under another address.
 */
export function mayGive(
  held: {
    readonly permissions: readonly PermissionGrant[];
    readonly isSystemAdmin: boolean;
    readonly isFounding: boolean;
  },
  given: readonly PermissionGrant[],
): boolean {
  if (held.isFounding || holdsEverything(held.permissions)) return true;
  const isHarmless = (one: PermissionGrant) => one !== '*' && isAdministrative(one) && !isAboutRights(one);
  return given.every((one) => held.permissions.includes(one) || (held.isSystemAdmin && isHarmless(one)));
}

export const PERMISSION_GRANTS: readonly PermissionGrant[] = ['*', ...ALL_PERMISSIONS];

export function isPermissionGrant(text: string): text is PermissionGrant {
  return text === '*' || Object.hasOwn(PERMISSIONS, text);
}

/** Whether all of `wanted` are among `held`. */
export function covers(held: readonly PermissionGrant[], wanted: readonly PermissionGrant[]): boolean {
  return holdsEverything(held) || wanted.every((permission) => held.includes(permission));
}

/** Every permission that grants stand for, in the order of the catalogue. */
export function expanded(held: readonly PermissionGrant[]): Permission[] {
  return ALL_PERMISSIONS.filter((permission) => covers(held, [permission]));
}

/**
 * Owners, and everyone who holds everything as they do. System administrators run the installation: they are not
 * owners.
 */
export function holdsEverything(held: readonly PermissionGrant[]): boolean {
  return held.includes('*');
}

export type Permission = keyof typeof PERMISSIONS;
export type PermissionGrant = Permission | '*';
