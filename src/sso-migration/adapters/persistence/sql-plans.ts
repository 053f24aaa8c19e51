import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { type NewPlan, Plans } from '../../application/ports/plans.js';
import type { OrgBlocker } from '../../domain/org-blocker.js';
import type { Plan, PlanDiff, ReasonCounts } from '../../domain/plan.js';
import { COUNTS, type CountsRow, countsOf, countsValues } from './counts-row.js';

const PLAN_LOCKS = 5_180_016;

interface PlanRow extends CountsRow {
  readonly id: number;
  readonly organizationId: number;
  readonly number: number;
  readonly hash: string;
  readonly reasons: ReasonCounts;
  readonly lockoutCount: number;
  readonly pendingInvitations: number;
  readonly blockers: readonly OrgBlocker[];
  readonly diff: PlanDiff | null;
  readonly madeAt: Date;
  readonly confirmedAt: Date;
}

const COLUMNS = `id, organization_id AS "organizationId", number, snapshot_hash AS hash, ${COUNTS}, reasons,
  lockout_count AS "lockoutCount", pending_invitations AS "pendingInvitations", org_blockers AS blockers, diff,
  made_at AS "madeAt", confirmed_at AS "confirmedAt"`;

@Injectable()
export class SqlPlans extends Plans {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async hold(organizationId: number): Promise<void> {
    await this.session.execute('SELECT pg_advisory_xact_lock($1, $2)', [PLAN_LOCKS, organizationId]);
  }

  async latest(organizationId: number): Promise<Plan | null> {
    const [row] = await this.session.query<PlanRow>(
      `SELECT ${COLUMNS} FROM sso_plans WHERE organization_id = $1 ORDER BY number DESC LIMIT 1`,
      [organizationId],
    );
    return row === undefined ? null : planOf(row);
  }

  async add({ organizationId, snapshot, diff, madeBy, ...plan }: NewPlan): Promise<Plan> {
    const [row] = await this.session.query<PlanRow>(
      `INSERT INTO sso_plans (organization_id, number, snapshot_hash, users_already_using_sso, users_ready_for_migration,
                              users_needing_mfa_setup, users_requiring_admin_intervention, total_users, reasons, lockout_count,
                              pending_invitations, org_blockers, diff, made_at, confirmed_at, made_by)
       VALUES ($1, 1 + coalesce((SELECT max(number) FROM sso_plans WHERE organization_id = $1), 0), $2, $3, $4, $5, $6, $7, $8,
               $9, $10, $11, $12, $13, $14, $15) RETURNING ${COLUMNS}`,
      [
        organizationId,
        snapshot.hash,
        ...countsValues(snapshot.counts),
        snapshot.reasons,
        snapshot.lockoutCount,
        plan.pendingInvitations,
        JSON.stringify(plan.blockers),
        diff,
        plan.madeAt,
        plan.confirmedAt,
        madeBy,
      ],
    );
    if (row === undefined) throw new Error('The database answered no plan.');
    return planOf(row);
  }

  async confirm({ id, organizationId, snapshot, pendingInvitations, blockers, confirmedAt }: Plan): Promise<void> {
    await this.session.execute(
      `UPDATE sso_plans SET lockout_count = $3, pending_invitations = $4, org_blockers = $5, confirmed_at = $6
        WHERE organization_id = $1 AND id = $2`,
      [organizationId, id, snapshot.lockoutCount, pendingInvitations, JSON.stringify(blockers), confirmedAt],
    );
  }

  async pageOf(organizationId: number, request: PageRequest): Promise<Page<Plan>> {
    const rows = await this.session.query<PlanRow>(
      `SELECT ${COLUMNS} FROM sso_plans WHERE organization_id = $1 ORDER BY number DESC LIMIT $2 OFFSET $3`,
      [organizationId, request.limit, offsetOf(request)],
    );
    const [counted] = await this.session.query<{ total: number }>(
      'SELECT count(*)::int AS total FROM sso_plans WHERE organization_id = $1',
      [organizationId],
    );
    return { items: rows.map(planOf), total: counted?.total ?? 0 };
  }
}

function planOf(row: PlanRow): Plan {
  const { id, organizationId, number, hash, reasons, lockoutCount } = row;
  const { pendingInvitations, blockers, diff, madeAt, confirmedAt } = row;
  const snapshot = { hash, counts: countsOf(row), reasons, lockoutCount };
  return { id, organizationId, number, snapshot, pendingInvitations, blockers, diff, madeAt, confirmedAt };
}
