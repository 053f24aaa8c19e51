import { Injectable } from '@nestjs/common';
import { ReadLatestPlan } from '../../../sso-migration/application/read-latest-plan.js';
import { TakeClassificationTurn } from '../../../sso-migration/application/take-classification-turn.js';
import { Plans } from '../../application/ports/plans.js';

@Injectable()
export class MigrationPlans extends Plans {
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
