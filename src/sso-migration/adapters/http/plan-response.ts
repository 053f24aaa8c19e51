import { type Pagination, paginationOf } from '../../../shared/page.js';
import { type GroupCounts, readinessOf, totalOf } from '../../domain/group.js';
import type { OrgBlocker } from '../../domain/org-blocker.js';
import type { Move, Plan, PlanDiff, ReasonCounts } from '../../domain/plan.js';
import { type RuleCode, ruleOf } from '../../domain/rule.js';

interface CountsResponse {
  readonly users_already_using_sso: number;
  readonly users_ready_for_migration: number;
  readonly users_needing_mfa_setup: number;
  readonly users_requiring_admin_intervention: number;
  readonly total_users: number;
}

interface PlaceResponse {
  readonly group: string;
  readonly reason: string;
}

interface DiffResponse {
  readonly against_number: number;
  readonly groups: CountsResponse;
  readonly reasons: ReasonCounts;
  readonly moves: readonly {
    readonly from: PlaceResponse | null;
    readonly to: PlaceResponse | null;
    readonly users: number;
    readonly user_ids: readonly number[];
  }[];
}

interface PlanDetail {
  readonly id: number;
  readonly number: number;
  readonly made_at: string;
  readonly confirmed_at: string;
  readonly snapshot_hash: string;
  readonly readiness_pct: number;
  readonly lockout_count: number;
  readonly pending_invitations: number;
  readonly reasons: readonly (PlaceResponse & { readonly users: number })[];
  readonly diff: DiffResponse | null;
}

export interface PlanResponse {
  readonly migration_plan: CountsResponse;
  readonly org_blockers: readonly OrgBlocker[];
  readonly plan: PlanDetail;
}

type PlanHistoryEntry = Omit<PlanDetail, 'reasons' | 'diff'> & { readonly migration_plan: CountsResponse };

export interface PlansResponse {
  readonly migration_plan: CountsResponse | null;
  readonly org_blockers: readonly OrgBlocker[];
  readonly plan: PlanDetail | null;
  readonly history: readonly PlanHistoryEntry[];
  readonly pagination: Pagination;
}

export function countsResponse(counts: GroupCounts): CountsResponse {
  return {
    users_already_using_sso: counts.already_using_sso,
    users_ready_for_migration: counts.ready_for_migration,
    users_needing_mfa_setup: counts.needing_mfa_setup,
    users_requiring_admin_intervention: counts.requires_admin_intervention,
    total_users: totalOf(counts),
  };
}

export function planResponse(plan: Plan): PlanResponse {
  return {
    migration_plan: countsResponse(plan.snapshot.counts),
    org_blockers: plan.blockers,
    plan: { ...summaryOf(plan), reasons: paretoOf(plan.snapshot.reasons), diff: plan.diff && diffResponse(plan.diff) },
  };
}

export function historyEntry(plan: Plan): PlanHistoryEntry {
  return { ...summaryOf(plan), migration_plan: countsResponse(plan.snapshot.counts) };
}

function summaryOf(plan: Plan): Omit<PlanDetail, 'reasons' | 'diff'> {
  return {
    id: plan.id,
    number: plan.number,
    made_at: plan.madeAt.toISOString(),
    confirmed_at: plan.confirmedAt.toISOString(),
    snapshot_hash: plan.snapshot.hash,
    readiness_pct: readinessOf(plan.snapshot.counts),
    lockout_count: plan.snapshot.lockoutCount,
    pending_invitations: plan.pendingInvitations,
  };
}

/** What most people have first. */
export function paretoOf(reasons: ReasonCounts): (PlaceResponse & { users: number })[] {
  return (Object.entries(reasons) as [RuleCode, number][])
    .map(([reason, users]) => ({ ...placeOf(reason), users }))
    .sort((one, other) => other.users - one.users || one.reason.localeCompare(other.reason));
}

function diffResponse({ against, groups, reasons, moves }: PlanDiff): DiffResponse {
  return { against_number: against, groups: countsResponse(groups), reasons, moves: moves.map(moveResponse) };
}

function moveResponse({ from, to, users, userIds }: Move): DiffResponse['moves'][number] {
  return { from: from && placeOf(from), to: to && placeOf(to), users, user_ids: userIds };
}

function placeOf(reason: RuleCode): PlaceResponse {
  return { group: ruleOf(reason).group, reason };
}

const SUMMARY_EXAMPLE = {
  id: 7,
  number: 2,
  made_at: '2026-11-20T09:15:00.000Z',
  confirmed_at: '2026-11-20T09:15:00.000Z',
  snapshot_hash: 'c27ae1b2f6b6f1b3d7a5b1d6c2f4e8a90b1c2d3e4f5061728394a5b6c7d8e9f0',
  readiness_pct: 69.2,
  lockout_count: 1,
  pending_invitations: 2,
};

export const PLAN_EXAMPLE: PlanResponse = {
  migration_plan: {
    users_already_using_sso: 12,
    users_ready_for_migration: 85,
    users_needing_mfa_setup: 40,
    users_requiring_admin_intervention: 3,
    total_users: 140,
  },
  org_blockers: [{ code: 'NO_BREAK_GLASS', message: '1 of at least 2 owners are exempt for emergencies.' }],
  plan: {
    ...SUMMARY_EXAMPLE,
    reasons: [{ group: 'ready_for_migration', reason: 'READY', users: 85 }],
    diff: {
      against_number: 1,
      groups: {
        users_already_using_sso: 0,
        users_ready_for_migration: 1,
        users_needing_mfa_setup: -1,
        users_requiring_admin_intervention: 0,
        total_users: 0,
      },
      reasons: { READY: 1, MFA_MISSING: -1 },
      moves: [
        {
          from: { group: 'needing_mfa_setup', reason: 'MFA_MISSING' },
          to: { group: 'ready_for_migration', reason: 'READY' },
          users: 1,
          user_ids: [23],
        },
      ],
    },
  },
};

export const PLANS_EXAMPLE: PlansResponse = {
  ...PLAN_EXAMPLE,
  history: [{ ...SUMMARY_EXAMPLE, migration_plan: PLAN_EXAMPLE.migration_plan }],
  pagination: paginationOf({ page: 1, limit: 10 }, 1),
};
