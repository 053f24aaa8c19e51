import { Injectable } from '@nestjs/common';
import { MfaEnrolment } from '../../../platform/http/fresh-proof.js';
import { ListFactors } from '../../application/list-factors.js';

@Injectable()
export class FactorEnrolment extends MfaEnrolment {
  constructor(private readonly listFactors: ListFactors) {
    super();
  }

  async isEnrolled(userId: number): Promise<boolean> {
    return (await this.listFactors.execute(userId)).methods.length > 0;
  }
}
