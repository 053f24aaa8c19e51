import { Injectable } from '@nestjs/common';
import { NotFound } from '../../shared/domain-error.js';
import { Clock } from '../../shared/ports/clock.js';
import { type Plan, diffOf } from '../domain/plan.js';
import { PlanStale } from '../domain/wave.errors.js';
import { Classification } from './ports/classification.js';
import { OrganizationStates } from './ports/organization-states.js';
import { Plans } from './ports/plans.js';

/** A person who acts on a plan must have seen it as it is now. */
@Injectable()
export class RequireFreshPlan {
  constructor(
    private readonly plans: Plans,
    private readonly classification: Classification,
    private readonly states: OrganizationStates,
    private readonly clock: Clock,
  ) {}

  /**
   * Looks at every member. Joins the unit of work, and until its end no other request makes a plan; a refusal has to roll it
   * back, because it records there who has moved. @throws NotFound, PlanStale
   */
  async execute(organizationId: number): Promise<Plan> {
    await this.plans.lock(organizationId);
    const now = this.clock.now();
    const plan = await this.plans.latest(organizationId);
    if (plan === null) {
      if ((await this.states.find(organizationId, now)) === null) throw new NotFound('Organization');
      throw new PlanStale(null);
    }
    const snapshot = await this.classification.snapshot(organizationId, now);
    if (snapshot.hash === plan.snapshot.hash) return plan;
    const moves = await this.classification.changesBetween(organizationId, plan.snapshot.hash, snapshot.hash);
    throw new PlanStale(diffOf(plan, snapshot, moves));
  }
}
