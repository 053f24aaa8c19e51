import type { Page } from '../../../shared/page.js';
import type { Group } from '../../domain/group.js';
import type { ClassifiedMember, MemberReport } from '../../domain/member.js';
import type { Move, Snapshot } from '../../domain/plan.js';
import type { ReasonCode } from '../../domain/rule.js';

export interface MemberFilter {
  readonly group?: Group;
  /** Any of somebody's reasons, not the primary one alone. */
  readonly reason?: ReasonCode;
  /** Those alone of whom a wave has waited too long. */
  readonly isStuck?: boolean;
}

export interface MemberStretch {
  readonly reports: MemberReport[];
  /** `null` at the end. */
  readonly next: number | null;
}

/** Puts the members of an organization into groups; reads only. Everything goes by one statement, whoever asks for what of it. */
export abstract class Classification {
  /** Everybody, counted. What it takes to say later who has moved is kept under the hash. */
  abstract snapshot(organizationId: number, now: Date): Promise<Snapshot>;
  /** As `snapshot`, but keeps nothing. */
  abstract count(organizationId: number, now: Date): Promise<Snapshot>;
  /** Who moved between two snapshots that are kept. */
  abstract movesBetween(organizationId: number, before: string, now: string): Promise<Move[]>;
  /** Forgets all snapshots of the organization but these. */
  abstract keepOnly(organizationId: number, hashes: readonly string[]): Promise<void>;
  /** By user id. */
  abstract pageOf(
    organizationId: number,
    input: { now: Date; filter: MemberFilter; limit: number; offset: number },
  ): Promise<Page<MemberReport>>;
  /**
   * Those of the next members by user id whom the filter takes, of whom there may be none, and where to go on.
   */
  abstract stretch(
    organizationId: number,
    input: { now: Date; filter: MemberFilter; after: number; members: number },
  ): Promise<MemberStretch>;
  /** Those among the ids who are members, by user id. */
  abstract judge(organizationId: number, userIds: readonly number[], now: Date): Promise<ClassifiedMember[]>;
  /** The first by user id of those of a group who are in no wave: so many percent of them, rounded up, and `limit` at most. */
  abstract freeOf(
    organizationId: number,
    input: { now: Date; group: Group; percent: number; limit: number },
  ): Promise<ClassifiedMember[]>;
}
