import { permissionsIn, useMe } from '../../../session/me';

/** What the person may do in a workspace: by their role in the organization, and by the one they hold in the workspace itself. */
export function usePermissionsHere(organization: number, workspace: number): (permission: string) => boolean {
  const me = useMe();
  const here = me?.workspaces.find(({ id }) => id === workspace)?.permissions ?? [];
  const held = new Set<string>([...(me === undefined ? [] : permissionsIn(me, organization)), ...here]);
  return (permission) => held.has(permission);
}
