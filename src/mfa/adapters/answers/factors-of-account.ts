import { Injectable } from '@nestjs/common';
import { DiscardFactors } from '../../application/discard-factors.js';
import { SecondFactors } from '../../../accounts/application/ports/second-factors.js';

@Injectable()
export class FactorsOfAccount extends SecondFactors {
  constructor(private readonly discardFactors: DiscardFactors) {
    super();
  }

  async discard(userId: number): Promise<void> {
    await this.discardFactors.execute(userId);
  }
}
