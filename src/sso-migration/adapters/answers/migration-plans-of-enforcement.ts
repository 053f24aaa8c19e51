import { Injectable } from '@nestjs/common';
import { ReadLatestPlan } from '../../application/read-latest-plan.js';
import { TakeClassificationTurn } from '../../application/take-classification-turn.js';
import { type LatestPlan, MigrationPlans } from '../../../sso-enforcement/application/ports/migration-plans.js';

@Injectable()
export class MigrationPlansOfEnforcement extends MigrationPlans {
  constructor(
    private readonly readLatestPlan: ReadLatestPlan,
    private readonly takeTurn: TakeClassificationTurn,
  ) {
    super();
  }

  async latestOf(organizationId: number): Promise<LatestPlan | null> {
    const plan = await this.readLatestPlan.execute(organizationId);
    return plan && { confirmedAt: plan.confirmedAt, holds: plan.isFresh };
  }

  inTurn<T>(organizationId: number, work: () => Promise<T>): Promise<T> {
    return this.takeTurn.execute(organizationId, work);
  }
}
