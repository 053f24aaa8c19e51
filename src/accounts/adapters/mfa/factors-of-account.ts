import { Injectable } from '@nestjs/common';
import { ResetFactors } from '../../../mfa/application/reset-factors.js';
import { SecondFactors } from '../../application/ports/second-factors.js';

@Injectable()
export class FactorsOfAccount extends SecondFactors {
  constructor(private readonly resetFactors: ResetFactors) {
    super();
  }

  async reset(userId: number, actorUserId: number): Promise<void> {
    await this.resetFactors.execute({ userId, actorUserId });
  }
}
