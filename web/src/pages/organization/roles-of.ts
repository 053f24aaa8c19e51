import { permissionsIn, useMe } from '../../session/me';
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

/** The roles that a person may give, none until they are `read`: they can give only what they hold themselves. */
export function useGivableRoles(organization: number) {
  const me = useMe();
  const held = me === undefined ? new Set<string>() : permissionsIn(me, organization);
  const read = useRoles(organization, held.has('role.read'));
  const isGivable = (role: Role) => PERMISSION_NAMES.every((name) => !allows(role, name) || held.has(name));
  return { read, roles: (read.data?.roles ?? []).filter(isGivable) };
}
