import type { Bond, Enforcement, Requirements } from '../../domain/enforcement.js';

export abstract class Enforcements {
  /**
   * Until the unit of work ends nobody else changes what the organization requires, nor who its owners are; logins of its
   * members that are under way have ended before, and later ones wait. Before any session is locked.
   * @param accounts whose factors and status matter, or whom a row will name: held before, in the order in which everyone locks
   * @returns `null` when there is no such organization
   */
  abstract hold(organizationId: number, accounts?: readonly number[]): Promise<Enforcement | null>;
  /** @returns `null` when there is no such organization */
  abstract of(organizationId: number): Promise<Enforcement | null>;
  abstract save(enforcement: Enforcement): Promise<void>;
  abstract requirementsOf(organizationId: number): Promise<Requirements>;
  /** @param requirement.userIds `null` for everybody; who is no member is left out */
  abstract require(requirement: {
    readonly organizationId: number;
    readonly userIds: readonly number[] | null;
    readonly waveNumber: number | null;
    readonly loginsFrom: Date;
    readonly sessionsFrom: Date;
  }): Promise<void>;
  /** @param scope with neither users nor wave: everything that the organization requires */
  abstract release(scope: {
    readonly organizationId: number;
    readonly userIds: readonly number[] | null;
    readonly waveNumber: number | null;
  }): Promise<void>;
  /**
   * Holds the account and, shared with other logins, each organization that it belongs to: none of them changes what it
   * requires before the unit of work ends.
   */
  abstract bondsOf(userId: number, now: Date): Promise<readonly Bond[]>;
  abstract isRequiredOfAll(organizationId: number, now: Date): Promise<boolean>;
  /** Of everybody or of single members, now or soon. */
  abstract isRequiredOfAnybody(organizationId: number): Promise<boolean>;
}
