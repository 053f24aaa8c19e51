import { type PermissionGrant, covers, mayGive } from '../../shared/permission.js';
import type { Held } from '../../shared/ports/access-control.js';

/** Whether an inviter, with what they hold by now, could still send the invitation. */
export function couldStillInvite(held: Held, offered: readonly PermissionGrant[]): boolean {
  return (held.isSystemAdmin || covers(held.permissions, ['member.invite'])) && mayGive(held, offered);
}
