import { PERMISSIONS, type Permission, type PermissionGrant } from './permission.js';

export type BuiltInRole = 'owner' | 'admin' | 'editor' | 'viewer';

const KEPT_FROM_ADMINS: readonly Permission[] = ['sso.enforce', 'abac.grant'];

const ALL = Object.keys(PERMISSIONS) as Permission[];

/** Made with every organization, the most powerful first; custom roles live beside them. */
export const BUILT_IN_ROLES: Readonly<Record<BuiltInRole, readonly PermissionGrant[]>> = {
  owner: ['*'],
  admin: ALL.filter((permission) => !KEPT_FROM_ADMINS.includes(permission)),
  editor: [
    'organization.read',
    'member.read',
    'workspace.read',
    'workspace.write',
    'template.read',
    'template.write',
    'template.publish',
    'template.execute',
    'data_source.read',
    'data_source.discover',
    'query.run',
  ],
  viewer: [
    'organization.read',
    'member.read',
    'workspace.read',
    'template.read',
    'template.execute',
    'data_source.read',
  ],
};

export interface Role {
  readonly id: number;
  readonly organizationId: number;
  readonly name: string;
  readonly isBuiltIn: boolean;
  readonly permissions: readonly PermissionGrant[];
}

/** Orders roles by how much they allow, for telling someone's highest one; custom roles rank by their permissions. */
export function powerOf(permissions: readonly string[]): number {
  return permissions.includes('*') ? ALL.length + 1 : permissions.length;
}
