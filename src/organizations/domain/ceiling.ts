import type { ApprovalLevel, Backing } from '../../shared/backing.js';
import { type PermissionGrant, covers, holdsEverything, mayGive } from '../../shared/permission.js';
import type { Held } from '../../shared/ports/access-control.js';
import { BUILT_IN_ROLES } from './role.js';

export interface Ceiling {
  /** What the issuer and the approver lend it at this moment. */
  readonly now: Held;
  /** For suspending and removing people whom the directory created: that must not stop because the issuer left. */
  readonly offboarding: Held;
  readonly hasIssuerLeft: boolean;
  /** Nobody stands behind the token any more, or not as far as it was approved. */
  readonly isApprovalNeeded: boolean;
}

const APPROVED: Readonly<Record<ApprovalLevel, readonly PermissionGrant[]>> = {
  administrator: BUILT_IN_ROLES.admin,
  owner: BUILT_IN_ROLES.owner,
};

/**
 * A provisioning token is never stronger than the people behind it. It has what its issuer holds now, as long as that person may issue
 * tokens, and what an owner approved, as long as that person is an owner. `mayGive` and `mayTake` judge what it does, as if these people
 * did it by the API. A system administrator gives a token only the power to end memberships.
 * @param rights of those among them who have an active account; non-members and suspended members hold nothing by a role
 */
export function ceilingOf(backing: Backing, rights: ReadonlyMap<number, Held>): Ceiling {
  const issuer = heldBy(backing.issuedBy, rights);
  const approver = heldBy(backing.approvedBy, rights);
  const approved = backing.approvedUpTo === null ? [] : APPROVED[backing.approvedUpTo];
  const lends = issuer !== null && (issuer.isSystemAdmin || covers(issuer.permissions, [backing.mustHold]));
  const now = {
    permissions: [...(lends ? issuer.permissions : []), ...(approver !== null && holdsEverything(approver.permissions) ? approved : [])],
    isSystemAdmin: lends && issuer.isSystemAdmin,
    isFounding: false,
  };
  return {
    now,
    offboarding: { ...now, permissions: [...now.permissions, ...approved] },
    hasIssuerLeft: issuer === null || (issuer.permissions.length === 0 && !issuer.isSystemAdmin),
    isApprovalNeeded: approved.length === 0 ? isNothing(now) : !mayGive(now, approved),
  };
}

/** For people: how high a ceiling is. */
export type CeilingHeight = ApprovalLevel | 'limited' | 'none';

export function heightOf(held: Held): CeilingHeight {
  if (mayGive(held, APPROVED.owner)) return 'owner';
  if (mayGive(held, APPROVED.administrator)) return 'administrator';
  return isNothing(held) ? 'none' : 'limited';
}

function heldBy(userId: number | null, rights: ReadonlyMap<number, Held>): Held | null {
  return userId === null ? null : (rights.get(userId) ?? null);
}

function isNothing({ permissions }: Held): boolean {
  return permissions.length === 0;
}
