import { OF_VIEWERS, type PermissionGrant, covers, isAdministrative } from './permission.js';

/** A workspace, and the role that a person holds in it. */
export interface InWorkspace {
  /** Every member of the organization may look into it. */
  readonly isPublic: boolean;
  /** `null` for a person who is not a member of it. */
  readonly permissions: readonly PermissionGrant[] | null;
}

/**
 * What a member of an organization may do in one of its workspaces, and with what it holds. Who may delete workspaces manages all of them.
 * Other people see it as members of it, or as viewers if it is public. Their role in the organization gives them nothing of its data.
 * @returns `null` where the workspace is hidden
 */
export function grantsInWorkspace(
  held: readonly PermissionGrant[],
  { isPublic, permissions }: InWorkspace,
): readonly PermissionGrant[] | null {
  const isManager = covers(held, ['workspace.delete']);
  if (!isManager && permissions === null && !isPublic) return null;
  const ofOrganization = isManager ? held : held.filter((one) => one !== '*' && isAdministrative(one));
  return [...ofOrganization, ...(permissions ?? []), ...(isPublic ? OF_VIEWERS : [])];
}
