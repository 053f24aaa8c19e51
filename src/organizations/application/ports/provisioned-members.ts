import type { PermissionGrant } from '../../../shared/permission.js';
import type { Held } from '../../../shared/ports/access-control.js';

/** What a person is to an organization, and whether another one also counts them as a member. */
export interface Standing {
  readonly isMember: boolean;
  /** Or holds everything by another role. */
  readonly isOwner: boolean;
  readonly isSuspended: boolean;
  /** Suspended memberships count: the account does not belong to this organization alone. */
  readonly belongsElsewhere: boolean;
  /** Another organization lets them in: they are a member there who is not suspended. */
  readonly isKeptElsewhere: boolean;
}

/** What a directory does to a member, or which roles it gives. */
export interface Deed {
  /** Everything that the member holds counts, in workspaces too. */
  readonly userId: number | null;
  /** `null` among them for the built-in viewer. */
  readonly roleIds: readonly (number | null)[];
}

export interface AdmittedMember {
  readonly organizationId: number;
  readonly userId: number;
  readonly roleId: number | null;
  readonly joinedAt: Date;
  readonly suspendedAt: Date | null;
  readonly arrivedAt: Date | null;
}

export interface Suspension {
  readonly isOwner: boolean;
  readonly hasCome: boolean;
}

/**
 * Memberships as an organization's directory keeps them: it suspends and reinstates, and gives a role to the people
 * whom it brings.
 */
export abstract class ProvisionedMembers {
  abstract standingOf(organizationId: number, userId: number): Promise<Standing>;
  /** The same, and unless they are an owner it locks the row of the organization shared, until the unit of work ends. */
  abstract holdStanding(organizationId: number, userId: number): Promise<Standing>;
  /**
   * What people with an active account hold in the organization by an unsuspended membership, and all permissions that
   * an act touches; in one statement.
   */
  abstract weigh(
    organizationId: number,
    people: readonly number[],
    deed: Deed,
  ): Promise<{ readonly rights: ReadonlyMap<number, Held>; readonly touched: readonly PermissionGrant[] }>;
  /** @param member.roleId `null` for the built-in viewer @returns the name of the role */
  abstract admit(member: AdmittedMember): Promise<string>;
  /** Locks the membership. @returns `null` when there is none to suspend */
  abstract suspend(organizationId: number, userId: number, at: Date): Promise<Suspension | null>;
  /** @returns `null` when there is no suspended membership */
  abstract reinstate(organizationId: number, userId: number): Promise<{ readonly hasCome: boolean } | null>;
  /** The oldest workspace, and the role or the built-in viewer; `null` while the organization has no workspace. */
  abstract entranceOf(
    organizationId: number,
    roleId: number | null,
  ): Promise<{ readonly workspaceId: number; readonly roleId: number } | null>;
}
