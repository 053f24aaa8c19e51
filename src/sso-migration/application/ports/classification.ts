import type { Page } from '../../../shared/page.js';
import type { Group } from '../../domain/group.js';
import type { ClassifiedMember, MemberReport } from '../../domain/member.js';
import type { ChangeOfReason, Snapshot } from '../../domain/plan.js';
import type { ReasonCode } from '../../domain/rule.js';

export interface MemberFilter {
  readonly group?: Group;
  /** Any of a member's reasons, not only the primary one. */
  readonly reason?: ReasonCode;
  /** Only members for whom a wave has waited too long. */
  readonly isStuck?: boolean;
}

export interface MemberStretch {
  readonly reports: MemberReport[];
  /** `null` at the end. */
  readonly next: number | null;
}

/** Puts the members of an organization into groups; reads only. One statement serves every caller. */
export abstract class Classification {
  /** All members, counted. Keeps under the hash what it takes to say later who has moved. */
  abstract snapshot(organizationId: number, now: Date): Promise<Snapshot>;
  /** As `snapshot`, but keeps nothing. */
  abstract count(organizationId: number, now: Date): Promise<Snapshot>;
  /** Whose primary reason changed between two snapshots that are kept. */
  abstract changesBetween(organizationId: number, before: string, now: string): Promise<ChangeOfReason[]>;
  /** Forgets all snapshots of the organization but these. */
  abstract keepOnly(organizationId: number, hashes: readonly string[]): Promise<void>;
  /** By user id. */
  abstract pageOf(
    organizationId: number,
    input: { now: Date; filter: MemberFilter; limit: number; offset: number },
  ): Promise<Page<MemberReport>>;
  /** The next members by user id whom the filter takes, possibly none, and where to continue. */
  abstract stretch(
    organizationId: number,
    input: { now: Date; filter: MemberFilter; after: number; members: number },
  ): Promise<MemberStretch>;
  /** The members among the ids, by user id. */
  abstract judge(organizationId: number, userIds: readonly number[], now: Date): Promise<ClassifiedMember[]>;
  /**
   * The first by user id of the members of a group who are in no wave: a percentage of them, rounded up, and `limit` at
   * most.
   */
  abstract freeOf(organizationId: number, input: { now: Date; group: Group; percent: number; limit: number }): Promise<ClassifiedMember[]>;
}
