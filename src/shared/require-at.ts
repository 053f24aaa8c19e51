import type { Caller } from './caller.js';
import type { Permission } from './permission.js';
import type { AccessControl } from './ports/access-control.js';

/**
 * Asks for a permission where a thing is to stand: in the organization itself, or in one of its workspaces.
 * @throws what `AccessControl.require` throws; NotFound for a workspace that the caller does not see
 */
export async function requireAt(
  access: AccessControl,
  caller: Caller,
  permission: Permission,
  { organizationId, workspaceId }: { readonly organizationId: number; readonly workspaceId: number | null },
): Promise<void> {
  if (workspaceId === null) await access.require(caller, permission, { organizationId });
  else await access.require(caller, permission, { organizationId, workspaceId }, 'Workspace');
}
