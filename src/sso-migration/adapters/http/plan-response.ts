import { z } from 'zod';
import { Pagination, component, id, listOf, moment } from '../../../platform/http/response-schemas.js';
import { GROUPS, type GroupCounts, readinessOf, totalOf } from '../../domain/group.js';
import { ORG_BLOCKER_CODES } from '../../domain/org-blocker.js';
import { type ChangeOfReason, type Plan, type PlanDiff, type ReasonCounts as CountsOfReasons, exemptIn } from '../../domain/plan.js';
import { RULE_CODES, type RuleCode, ruleOf } from '../../domain/rule.js';

const counts = z.int().min(0);
/** Of the members who have to move. */
export const readiness = z
  .number()
  .min(0)
  .max(100)
  .meta({ description: 'The share of the members who use single sign-on or could begin to. Those who are exempt are left out.' });
const change = z.int();
const place = { group: z.enum(GROUPS), reason: z.enum(RULE_CODES) };

export const groupCounts = {
  users_already_using_sso: counts,
  users_ready_for_migration: counts,
  users_needing_mfa_setup: counts,
  users_requiring_admin_intervention: counts,
  total_users: counts,
};

export const GROUP_COUNTS = {
  users_already_using_sso: 12,
  users_ready_for_migration: 85,
  users_needing_mfa_setup: 40,
  users_requiring_admin_intervention: 3,
  total_users: 140,
};

const MigrationPlan = component('MigrationPlan', z.object(groupCounts), GROUP_COUNTS);

export const ReasonCounts = listOf(z.object({ ...place, users: counts })).meta({
  description: 'Primary reasons, the most frequent first.',
});

const OrgBlocker = component('OrgBlocker', z.object({ code: z.enum(ORG_BLOCKER_CODES), message: z.string() }), {
  code: 'NO_BREAK_GLASS',
  message: '1 of at least 2 owners are exempt for emergencies.',
});

const PlanDifference = z.object({
  against_number: id,
  groups: z.object({
    users_already_using_sso: change,
    users_ready_for_migration: change,
    users_needing_mfa_setup: change,
    users_requiring_admin_intervention: change,
    total_users: change,
  }),
  reasons: z.partialRecord(z.enum(RULE_CODES), change),
  moves: listOf(
    z.object({
      from: z.object(place).nullable().meta({ description: '`null`: they were not members then.' }),
      to: z.object(place).nullable().meta({ description: '`null`: they are not members any more.' }),
      users: z.int().min(1),
      user_ids: listOf(id).meta({ description: 'Some of them, the lowest ids first.' }),
    }),
  ),
});

const summary = {
  id,
  number: id,
  made_at: moment,
  confirmed_at: moment.meta({ description: 'When it was last confirmed.' }),
  snapshot_hash: z.string(),
  readiness_pct: readiness,
  lockout_count: counts,
  pending_invitations: counts.meta({
    description: 'People who are invited or provisioned and have not come yet. They are in no group.',
  }),
};

const SUMMARY = {
  id: 7,
  number: 2,
  made_at: '2026-11-20T09:15:00.000Z',
  confirmed_at: '2026-11-20T09:15:00.000Z',
  snapshot_hash: 'c27ae1b2f6b6f1b3d7a5b1d6c2f4e8a90b1c2d3e4f5061728394a5b6c7d8e9f0',
  readiness_pct: 69.2,
  lockout_count: 1,
  pending_invitations: 2,
};

const PlanDetail = component(
  'MigrationPlanDetail',
  z.object({
    ...summary,
    reasons: ReasonCounts,
    diff: PlanDifference.nullable().meta({ description: 'Compared with the plan before; `null` for the first.' }),
  }),
  {
    ...SUMMARY,
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
);

const PlanHistoryEntry = component('MigrationPlanSummary', z.object({ ...summary, migration_plan: MigrationPlan }), {
  ...SUMMARY,
  migration_plan: GROUP_COUNTS,
});

export const madePlan = { migration_plan: MigrationPlan, org_blockers: listOf(OrgBlocker), plan: PlanDetail };

export const listedPlans = {
  migration_plan: MigrationPlan.nullable().meta({ description: 'Of the newest plan; `null` before the first.' }),
  org_blockers: listOf(OrgBlocker),
  plan: PlanDetail.nullable(),
  history: listOf(PlanHistoryEntry),
  pagination: Pagination,
};

export function toCounts(counts: GroupCounts): z.infer<typeof MigrationPlan> {
  return {
    users_already_using_sso: counts.already_using_sso,
    users_ready_for_migration: counts.ready_for_migration,
    users_needing_mfa_setup: counts.needing_mfa_setup,
    users_requiring_admin_intervention: counts.requires_admin_intervention,
    total_users: totalOf(counts),
  };
}

export function toMadePlan(plan: Plan): z.infer<z.ZodObject<typeof madePlan>> {
  return {
    migration_plan: toCounts(plan.snapshot.counts),
    org_blockers: plan.blockers,
    plan: { ...summaryOf(plan), reasons: paretoOf(plan.snapshot.reasons), diff: plan.diff && toDifference(plan.diff) },
  };
}

export function toHistoryEntry(plan: Plan): z.infer<typeof PlanHistoryEntry> {
  return { ...summaryOf(plan), migration_plan: toCounts(plan.snapshot.counts) };
}

function summaryOf(plan: Plan) {
  return {
    id: plan.id,
    number: plan.number,
    made_at: plan.madeAt.toISOString(),
    confirmed_at: plan.confirmedAt.toISOString(),
    snapshot_hash: plan.snapshot.hash,
    readiness_pct: readinessOf(plan.snapshot.counts, exemptIn(plan.snapshot.reasons)),
    lockout_count: plan.snapshot.lockoutCount,
    pending_invitations: plan.pendingInvitations,
  };
}

/** The most frequent first. */
export function paretoOf(reasons: CountsOfReasons): z.infer<typeof ReasonCounts> {
  return (Object.entries(reasons) as [RuleCode, number][])
    .map(([reason, users]) => ({ ...placeOf(reason), users }))
    .sort((one, other) => other.users - one.users || one.reason.localeCompare(other.reason));
}

function toDifference({ against, groups, reasons, moves }: PlanDiff): z.infer<typeof PlanDifference> {
  return { against_number: against, groups: toCounts(groups), reasons, moves: moves.map(toChange) };
}

function toChange({ from, to, users, userIds }: ChangeOfReason): z.infer<typeof PlanDifference>['moves'][number] {
  return { from: from && placeOf(from), to: to && placeOf(to), users, user_ids: userIds };
}

function placeOf(reason: RuleCode) {
  return { group: ruleOf(reason).group, reason };
}
