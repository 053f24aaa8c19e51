import { Injectable } from '@nestjs/common';
import { DiscardFactors } from '../../application/discard-factors.js';
import { ResetFactors } from '../../application/reset-factors.js';
import { SecondFactors } from '../../../accounts/application/ports/second-factors.js';

@Injectable()
export class FactorsOfAccount extends SecondFactors {
  constructor(
    private readonly resetFactors: ResetFactors,
    private readonly discardFactors: DiscardFactors,
  ) {
    super();
  }

  async reset(userId: number, actorUserId: number): Promise<void> {
    await this.resetFactors.execute({ userId, actorUserId });
  }

  async discard(userId: number): Promise<void> {
    await this.discardFactors.execute(userId);
  }
}
