import type { Group, GroupCounts } from './group.js';
import { EXEMPT_CODES, type RuleCode } from './rule.js';
import type { OrgBlocker } from './org-blocker.js';

/** The day of a time in UTC: `2026-11-21`. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** All members of an organization at one moment. */
export interface Snapshot {
  /** The same for the same people in the same groups for the same primary reasons, in any order. */
  readonly hash: string;
  readonly counts: GroupCounts;
  /** How many members have it as their primary reason; reasons without members are left out. */
  readonly reasons: ReasonCounts;
  /** Members who would have no way to log in if single sign-on were required of all members now. */
  readonly lockoutCount: number;
}

export type ReasonCounts = Readonly<Partial<Record<RuleCode, number>>>;

/** How many members are exempt, for emergencies or for a time. */
export function exemptIn(reasons: ReasonCounts): number {
  return EXEMPT_CODES.reduce((sum, code) => sum + (reasons[code] ?? 0), 0);
}

/** People whose primary reason has changed; `null`: they were not members then, or are not any more. */
export interface ChangeOfReason {
  readonly from: RuleCode | null;
  readonly to: RuleCode | null;
  readonly users: number;
  /** Some of them, the lowest ids first. */
  readonly userIds: readonly number[];
}

export interface PlanDiff {
  /** The number of the plan that it is compared with. */
  readonly against: number;
  readonly groups: GroupCounts;
  readonly reasons: ReasonCounts;
  readonly moves: readonly ChangeOfReason[];
}

export interface Plan {
  readonly id: number;
  readonly organizationId: number;
  /** Counts up within an organization, with each plan that differs from the one before. */
  readonly number: number;
  readonly snapshot: Snapshot;
  readonly pendingInvitations: number;
  readonly blockers: readonly OrgBlocker[];
  /** `null` for the first. */
  readonly diff: PlanDiff | null;
  readonly madeAt: Date;
  /** When it was last confirmed. */
  readonly confirmedAt: Date;
}

export function diffOf(before: Plan, now: Snapshot, moves: readonly ChangeOfReason[]): PlanDiff {
  return {
    against: before.number,
    groups: differenceOf<Group>(before.snapshot.counts, now.counts) as GroupCounts,
    reasons: differenceOf<RuleCode>(before.snapshot.reasons, now.reasons),
    moves,
  };
}

function differenceOf<Key extends string>(
  before: Readonly<Partial<Record<Key, number>>>,
  now: Readonly<Partial<Record<Key, number>>>,
): Partial<Record<Key, number>> {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])] as Key[];
  return Object.fromEntries(keys.map((key) => [key, (now[key] ?? 0) - (before[key] ?? 0)])) as Partial<Record<Key, number>>;
}
