import { Injectable } from '@nestjs/common';
import { Factors, RecoveryCodes } from './ports/factors.js';

/** Removes the factors and recovery codes of an account. The caller ends its sessions and trusted devices. */
@Injectable()
export class DiscardFactors {
  constructor(
    private readonly factors: Factors,
    private readonly recoveryCodes: RecoveryCodes,
  ) {}

  /** Joins the unit of work, in which the account is locked. @returns how many confirmed factors were removed */
  async execute(userId: number): Promise<number> {
    await this.recoveryCodes.replace(userId, []);
    return this.factors.removeAll(userId);
  }
}
