import { Injectable } from '@nestjs/common';
import { Factors, RecoveryCodes } from './ports/factors.js';

/** Takes away everything that stands for a second factor. Sessions and trust are for whoever asks for it. */
@Injectable()
export class DiscardFactors {
  constructor(
    private readonly factors: Factors,
    private readonly recoveryCodes: RecoveryCodes,
  ) {}

  /** Joins the unit of work, in which the account is locked. @returns how many confirmed factors are gone */
  async execute(userId: number): Promise<number> {
    await this.recoveryCodes.replace(userId, []);
    return this.factors.removeAll(userId);
  }
}
