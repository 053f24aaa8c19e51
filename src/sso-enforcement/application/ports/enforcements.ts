import type { Bond, Enforcement, Requirements } from '../../domain/enforcement.js';

export interface NewRequirement {
  readonly organizationId: number;
  readonly userIds: readonly number[] | null;
  readonly waveNumber: number | null;
  readonly loginsFrom: Date;
  readonly sessionsFrom: Date;
}

export interface ReleasedScope {
  readonly organizationId: number;
  readonly userIds: readonly number[] | null;
  readonly waveNumber: number | null;
}

export abstract class Enforcements {
  /**
   * Holds the accounts, waits for logins of members in progress, and lets later ones wait until the unit of work ends.
   * A part of `LockEnforcement`.
   */
  abstract keepLoginsOut(organizationId: number, accounts: readonly number[]): Promise<void>;
  /** @returns `null` when there is no such organization */
  abstract of(organizationId: number): Promise<Enforcement | null>;
  abstract save(enforcement: Enforcement): Promise<void>;
  abstract requirementsOf(organizationId: number): Promise<Requirements>;
  /** @param requirement.userIds `null` for all members; others are left out */
  abstract require(requirement: NewRequirement): Promise<void>;
  /** @param scope with neither users nor wave: everything that the organization requires */
  abstract release(scope: ReleasedScope): Promise<void>;
  /**
   * Holds the account and, shared with other logins, each organization that it belongs to: none of them can change what
   * it requires before the unit of work ends.
   */
  abstract bondsOf(userId: number, now: Date): Promise<readonly Bond[]>;
  /**
   * When sessions without single sign-on end for a member who is not exempt; it may have passed. @returns `null` if
   * nothing is required of them
   */
  abstract passwordsEndFor(organizationId: number, userId: number): Promise<Date | null>;
  abstract isRequiredOfAll(organizationId: number, now: Date): Promise<boolean>;
  /** Required of all or of single members, now or soon. */
  abstract isRequiredOfAnybody(organizationId: number): Promise<boolean>;
}
