import { OF_VIEWERS, ALL_PERMISSIONS, type Permission, type PermissionGrant, covers, mayGive } from '../../shared/permission.js';
import type { Held } from '../../shared/ports/access-control.js';
import { GrantRefused, NameTaken } from './organization.errors.js';

export type BuiltInRole = 'owner' | 'admin' | 'editor' | 'viewer';

const KEPT_FROM_ADMINS: readonly Permission[] = ['member.assist', 'sso.enforce', 'abac.grant'];

/** Created with every organization, the most powerful first; custom roles exist beside them. */
export const BUILT_IN_ROLES: Readonly<Record<BuiltInRole, readonly PermissionGrant[]>> = {
  owner: ['*'],
  admin: ALL_PERMISSIONS.filter((permission) => !KEPT_FROM_ADMINS.includes(permission)),
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
    'query.verify',
  ],
  viewer: OF_VIEWERS,
};

export interface Role {
  readonly id: number;
  readonly organizationId: number;
  readonly name: string;
  readonly isBuiltIn: boolean;
  readonly permissions: readonly PermissionGrant[];
  /** Rises with each change; what `If-Match` compares. */
  readonly version: number;
}

/** Names that people confuse, such as `Analyst` and `analyst`, have the same key. */
function nameKeyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/** @throws NameTaken */
export function assertNameFree(others: readonly Pick<Role, 'name'>[], name: string): void {
  if (others.some((other) => nameKeyOf(other.name) === nameKeyOf(name))) throw new NameTaken('role');
}

/** Without repetition, in the order of the catalogue. */
export function inOrder(permissions: readonly PermissionGrant[]): PermissionGrant[] {
  if (permissions.includes('*')) return ['*'];
  return ALL_PERMISSIONS.filter((permission) => permissions.includes(permission));
}

/**
 * People cannot give what they lack, by the API or through a provisioning token; see `mayGive`. @throws GrantRefused
 */
export function assertGives(held: Held, permissions: readonly PermissionGrant[]): void {
  if (!mayGive(held, permissions)) throw new GrantRefused();
}

/** People cannot take what they do not hold themselves; system administrators can end anything. */
export function mayTake(held: Held, permissions: readonly PermissionGrant[]): boolean {
  return held.isSystemAdmin || covers(held.permissions, permissions);
}

/** @throws GrantRefused */
export function assertTakes(held: Held, permissions: readonly PermissionGrant[]): void {
  if (!mayTake(held, permissions)) throw new GrantRefused();
}

export function isOwner(role: Pick<Role, 'isBuiltIn' | 'name'>): boolean {
  return role.isBuiltIn && role.name === 'owner';
}

/** Orders roles by how much they allow, to find a person's highest one; custom roles rank by their permissions. */
export function rankOfPermissions(permissions: readonly string[]): number {
  return permissions.includes('*') ? ALL_PERMISSIONS.length + 1 : permissions.length;
}
