import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { type OrganizationState, blockersOf } from '../domain/org-blocker.js';
import { type Plan, type Snapshot, dayOf, diffOf } from '../domain/plan.js';
import { ClassificationTurns } from './ports/classification-turns.js';
import { Classification } from './ports/classification.js';
import { OrganizationStates } from './ports/organization-states.js';
import { Plans } from './ports/plans.js';
import { Progress } from './ports/progress.js';

/** Puts every member into a group. As long as no member changes groups, it is the same plan with the same number. */
@Injectable()
export class MakePlan {
  constructor(
    private readonly access: AccessControl,
    private readonly classification: Classification,
    private readonly turns: ClassificationTurns,
    private readonly states: OrganizationStates,
    private readonly plans: Plans,
    private readonly progress: Progress,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden, NotFound */
  async execute(caller: Caller, organizationId: number): Promise<Plan> {
    await this.access.require(caller, 'sso.read', { organizationId });
    const state = await this.states.find(organizationId, this.clock.now());
    if (state === null) throw new NotFound('Organization');
    return this.turns.take(organizationId, () =>
      this.unitOfWork.run(async () => {
        await this.plans.lock(organizationId);
        const now = this.clock.now();
        const latest = await this.plans.latest(organizationId);
        const snapshot = await this.classification.snapshot(organizationId, now);
        const isNews = latest?.snapshot.hash !== snapshot.hash;
        const plan =
          latest === null || isNews
            ? await this.add(organizationId, { latest, snapshot, state, now, madeBy: caller.userId })
            : await this.confirm(latest, state, snapshot, now);
        await this.progress.note(organizationId, dayOf(now), snapshot);
        await this.auditTrail.record({
          action: 'sso.migration.plan_made',
          outcome: 'success',
          actorUserId: caller.userId,
          organizationId,
          target: { type: 'sso_plan', id: plan.id },
          detail: { number: plan.number, is_new: isNews, blockers: plan.blockers.map(({ code }) => code) },
        });
        return plan;
      }),
    );
  }

  private async add(
    organizationId: number,
    input: { latest: Plan | null; snapshot: Snapshot; state: OrganizationState; now: Date; madeBy: number },
  ): Promise<Plan> {
    const { latest, snapshot, state, now, madeBy } = input;
    const diff =
      latest === null
        ? null
        : diffOf(latest, snapshot, await this.classification.changesBetween(organizationId, latest.snapshot.hash, snapshot.hash));
    const hashes = latest === null ? [snapshot.hash] : [latest.snapshot.hash, snapshot.hash];
    await this.classification.keepOnly(organizationId, hashes);
    const blockers = blockersOf(state, now);
    const { pendingInvitations } = state;
    const times = { madeAt: now, confirmedAt: now };
    return this.plans.add({ organizationId, snapshot, pendingInvitations, blockers, diff, madeBy, ...times });
  }

  /**
   * The hash does not show who would be locked out: a connection can begin or cease to serve people without anyone
   * moving.
   */
  private async confirm(latest: Plan, state: OrganizationState, snapshot: Snapshot, now: Date): Promise<Plan> {
    const { pendingInvitations } = state;
    const plan = { ...latest, snapshot, pendingInvitations, blockers: blockersOf(state, now), confirmedAt: now };
    await this.plans.confirm(plan);
    return plan;
  }
}
