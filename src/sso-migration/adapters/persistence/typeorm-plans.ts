import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { type NewPlan, Plans } from '../../application/ports/plans.js';
import { totalOf } from '../../domain/group.js';
import type { Plan } from '../../domain/plan.js';
import { type PlanRow, planSchema } from './schemas.js';

const PLAN_LOCKS = 5_180_016;
const NEXT_NUMBER = '1 + coalesce((SELECT max(number) FROM sso_plans WHERE organization_id = :organizationId), 0)';

@Injectable()
export class TypeOrmPlans extends Plans {
  private readonly plans;

  constructor(private readonly session: TypeOrmSession) {
    super();
    this.plans = session.repository(planSchema);
  }

  async lock(organizationId: number): Promise<void> {
    // Raw: TypeORM has no advisory locks.
    await this.session.execute('SELECT pg_advisory_xact_lock($1, $2)', [PLAN_LOCKS, organizationId]);
  }

  async latest(organizationId: number): Promise<Plan | null> {
    const row = await this.plans.findOne({ where: { organizationId }, order: { number: 'DESC' } });
    return row === null ? null : planOf(row);
  }

  async add({ organizationId, snapshot, diff, madeBy, ...plan }: NewPlan): Promise<Plan> {
    const totalUsers = totalOf(snapshot.counts);
    const numbered = { ...plan, ...snapshot, organizationId, totalUsers, diff, madeBy, number: () => NEXT_NUMBER };
    const added = this.plans.createQueryBuilder().insert().values(numbered);
    const inserted = await added.setParameters({ organizationId }).returning(['id', 'number']).execute();
    const [row] = inserted.raw as Pick<Plan, 'id' | 'number'>[];
    if (row === undefined) throw new Error('The database answered no plan.');
    return { ...plan, ...row, organizationId, snapshot, diff };
  }

  async confirm({ id, organizationId, snapshot, pendingInvitations, blockers, confirmedAt }: Plan): Promise<void> {
    const { lockoutCount } = snapshot;
    await this.plans.update({ organizationId, id }, { lockoutCount, pendingInvitations, blockers, confirmedAt });
  }

  async pageOf(organizationId: number, request: PageRequest): Promise<Page<Plan>> {
    const [rows, total] = await this.plans.findAndCount({
      where: { organizationId },
      order: { number: 'DESC' },
      take: request.limit,
      skip: offsetOf(request),
    });
    return { items: rows.map(planOf), total };
  }
}

function planOf(row: PlanRow): Plan {
  const { id, organizationId, number, hash, counts, reasons, lockoutCount } = row;
  const { pendingInvitations, blockers, diff, madeAt, confirmedAt } = row;
  const snapshot = { hash, counts, reasons, lockoutCount };
  return { id, organizationId, number, snapshot, pendingInvitations, blockers, diff, madeAt, confirmedAt };
}
