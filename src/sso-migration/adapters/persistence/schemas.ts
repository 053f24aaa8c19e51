import { EntitySchema } from 'typeorm';
import type { ColumnsOf } from '../../../platform/database/columns-of.js';
import type { Plan, Snapshot } from '../../domain/plan.js';

export type PlanRow = Omit<Plan, 'snapshot'> &
  Omit<Snapshot, 'counts'> &
  Record<'using' | 'ready' | 'needing' | 'requiring', number>;

type StoredPlan = PlanRow & { readonly totalUsers: number; readonly madeBy: number | null };

export const planSchema = new EntitySchema<StoredPlan>({
  name: 'sso_plans',
  tableName: 'sso_plans',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    organizationId: { name: 'organization_id', type: 'integer' },
    number: { type: 'integer' },
    hash: { name: 'snapshot_hash', type: 'text' },
    using: { name: 'users_already_using_sso', type: 'integer' },
    ready: { name: 'users_ready_for_migration', type: 'integer' },
    needing: { name: 'users_needing_mfa_setup', type: 'integer' },
    requiring: { name: 'users_requiring_admin_intervention', type: 'integer' },
    totalUsers: { name: 'total_users', type: 'integer', select: false },
    reasons: { type: 'jsonb' },
    lockoutCount: { name: 'lockout_count', type: 'integer' },
    pendingInvitations: { name: 'pending_invitations', type: 'integer' },
    blockers: { name: 'org_blockers', type: 'jsonb' },
    diff: { type: 'jsonb', nullable: true },
    madeAt: { name: 'made_at', type: 'timestamptz' },
    confirmedAt: { name: 'confirmed_at', type: 'timestamptz' },
    madeBy: { name: 'made_by', type: 'integer', nullable: true, select: false },
  } satisfies ColumnsOf<StoredPlan>,
});
