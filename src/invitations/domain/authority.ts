import { type PermissionGrant, covers } from '../../shared/permission.js';
import type { Held } from '../../shared/ports/access-control.js';
import { GrantRefused } from './invitation.errors.js';

/** Nobody offers what he does not hold himself. @throws GrantRefused */
export function assertMayOffer(held: Held, offered: readonly PermissionGrant[]): void {
  if (!held.isSystemAdmin && !covers(held.permissions, offered)) throw new GrantRefused();
}

/** Whether an inviter, with what he holds by now, could still send the invitation. */
export function stillBacks(held: Held, offered: readonly PermissionGrant[]): boolean {
  return held.isSystemAdmin || covers(held.permissions, ['member.invite', ...offered]);
}
