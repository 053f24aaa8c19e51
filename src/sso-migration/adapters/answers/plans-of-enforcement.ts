import { Injectable } from '@nestjs/common';
import { ReadLatestPlan } from '../../application/read-latest-plan.js';
import { TakeClassificationTurn } from '../../application/take-classification-turn.js';
import { Plans } from '../../../sso-enforcement/application/ports/plans.js';

@Injectable()
export class PlansOfEnforcement extends Plans {
  constructor(
    private readonly readLatestPlan: ReadLatestPlan,
    private readonly takeTurn: TakeClassificationTurn,
  ) {
    super();
  }

  async latestOf(organizationId: number): ReturnType<Plans['latestOf']> {
    const plan = await this.readLatestPlan.execute(organizationId);
    return plan && { confirmedAt: plan.confirmedAt, holds: plan.isFresh };
  }

  inTurn<T>(organizationId: number, work: () => Promise<T>): Promise<T> {
    return this.takeTurn.execute(organizationId, work);
  }
}
