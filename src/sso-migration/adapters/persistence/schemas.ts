import { EntitySchema } from 'typeorm';
import type { ColumnsOf } from '../../../platform/database/columns-of.js';
import type { DayOfProgress } from '../../application/ports/progress.js';
import type { GroupCounts } from '../../domain/group.js';
import type { Plan, Snapshot } from '../../domain/plan.js';
import type { Wave } from '../../domain/wave.js';

/** The columns that plans and days of progress have in common. */
const countsSchema = new EntitySchema<GroupCounts>({
  name: 'sso_group_counts',
  columns: {
    already_using_sso: { name: 'users_already_using_sso', type: 'integer' },
    ready_for_migration: { name: 'users_ready_for_migration', type: 'integer' },
    needing_mfa_setup: { name: 'users_needing_mfa_setup', type: 'integer' },
    requires_admin_intervention: { name: 'users_requiring_admin_intervention', type: 'integer' },
  } satisfies ColumnsOf<GroupCounts>,
});
const embeddeds = { counts: { schema: countsSchema, prefix: false } };

export type PlanRow = Omit<Plan, 'snapshot'> & Snapshot;

type StoredPlan = PlanRow & { readonly totalUsers: number; readonly madeBy: number | null };

export const planSchema = new EntitySchema<StoredPlan>({
  name: 'sso_plans',
  tableName: 'sso_plans',
  embeddeds,
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    organizationId: { name: 'organization_id', type: 'integer' },
    number: { type: 'integer' },
    hash: { name: 'snapshot_hash', type: 'text' },
    totalUsers: { name: 'total_users', type: 'integer', select: false },
    reasons: { type: 'jsonb' },
    lockoutCount: { name: 'lockout_count', type: 'integer' },
    pendingInvitations: { name: 'pending_invitations', type: 'integer' },
    blockers: { name: 'org_blockers', type: 'jsonb' },
    diff: { type: 'jsonb', nullable: true },
    madeAt: { name: 'made_at', type: 'timestamptz' },
    confirmedAt: { name: 'confirmed_at', type: 'timestamptz' },
    madeBy: { name: 'made_by', type: 'integer', nullable: true, select: false },
  } satisfies ColumnsOf<Omit<StoredPlan, 'counts'>>,
});

type StoredDay = DayOfProgress & { readonly organizationId: number; readonly totalUsers: number };

export const progressSchema = new EntitySchema<StoredDay>({
  name: 'sso_progress',
  tableName: 'sso_progress',
  embeddeds,
  columns: {
    organizationId: { name: 'organization_id', type: 'integer', primary: true },
    day: { type: 'date', primary: true },
    totalUsers: { name: 'total_users', type: 'integer', select: false },
    reasons: { type: 'jsonb' },
    lockoutCount: { name: 'lockout_count', type: 'integer' },
  } satisfies ColumnsOf<Omit<StoredDay, 'counts'>>,
});

type StoredWave = Wave & { readonly version: number };

export const waveSchema = new EntitySchema<StoredWave>({
  name: 'sso_waves',
  tableName: 'sso_waves',
  columns: {
    organizationId: { name: 'organization_id', type: 'integer', primary: true },
    number: { type: 'integer', primary: true },
    name: { type: 'text' },
    status: { type: 'text' },
    planId: { name: 'plan_id', type: 'integer', nullable: true },
    startsAt: { name: 'starts_at', type: 'timestamptz', nullable: true },
    graceHours: { name: 'grace_hours', type: 'integer' },
    pausedBecause: { name: 'paused_because', type: 'text', nullable: true },
    version: { type: 'integer', default: 1, select: false },
    createdBy: { name: 'created_by', type: 'integer', nullable: true },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    notifiedAt: { name: 'notified_at', type: 'timestamptz', nullable: true },
    enforcedAt: { name: 'enforced_at', type: 'timestamptz', nullable: true },
    endedAt: { name: 'ended_at', type: 'timestamptz', nullable: true },
  } satisfies ColumnsOf<StoredWave>,
});
