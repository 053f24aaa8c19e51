import { givableIn, permissionsIn, useMe } from '../../session/me';
import { type Read, useRead } from '../../session/read';
import { ROLES } from './paths';
import { PERMISSION_NAMES } from './permissions';

export type Role = Read<typeof ROLES>['roles'][number];

const BUILT_IN: readonly string[] = ['owner', 'admin', 'editor', 'viewer'];

/** No custom role can have the name of a built-in one. */
export const isBuiltIn = ({ name }: Pick<Role, 'name'>): boolean => BUILT_IN.includes(name);

/** Whether a role allows something. */
export const allows = ({ permissions }: { readonly permissions: readonly string[] }, permission: string): boolean =>
  permissions.includes('*') || permissions.includes(permission);

/** @param mayRead without `role.read` nothing is asked */
export function useRoles(organization: number, mayRead: boolean) {
  return useRead(ROLES, { params: { path: { org_id: organization } } }, { enabled: mayRead });
}

/**
 * The roles that a person may give, none until they are `read`: they can give only what they hold themselves.
 * @param places where they have to hold it: workspaces, and `null` for the organization itself
 */
export function useGivableRoles(organization: number, places: readonly (number | null)[]) {
  const me = useMe();
  const read = useRoles(organization, me !== undefined && permissionsIn(me, organization).has('role.read'));
  const held = me === undefined ? [new Set<string>()] : places.map((place) => givableIn(me, organization, place));
  const isGivable = (role: Role) => PERMISSION_NAMES.every((name) => !allows(role, name) || held.every((here) => here.has(name)));
  return { read, roles: (read.data?.roles ?? []).filter(isGivable) };
}
