import { Injectable } from '@nestjs/common';
import { FindAccount } from '../../accounts/application/find-account.js';
import type { Caller } from '../../shared/caller.js';
import { AddressNotProved } from '../../shared/domain-error.js';
import { type Factor, MOST_FACTORS } from '../domain/factor.js';
import { PasswordLoginNeeded, TooManyFactors } from '../domain/mfa.errors.js';
import { Factors } from './ports/factors.js';

/**
 * Decides whether a person may have one more second factor; asked when the enrolment begins, and again behind the lock
 * when it counts.
 */
@Injectable()
export class AdmitFactor {
  constructor(
    private readonly factors: Factors,
    private readonly findAccount: FindAccount,
  ) {}

  /**
   * No one can plant a factor on an account before its owner has come (`AddressNotProved`). The operator of an identity
   * provider can open a session for everyone whom it vouches for. With a first factor of their own they would keep the
   * account, and lock its owner out of the other way in.
   * @returns the factors that the person has @throws AddressNotProved, TooManyFactors, PasswordLoginNeeded
   */
  async execute({ userId, ssoConnectionId }: Caller): Promise<readonly Factor[]> {
    const account = await this.findAccount.execute(userId);
    if (account?.isUnclaimed !== false) throw new AddressNotProved();
    const factors = await this.factors.confirmedOf(userId);
    if (factors.length >= MOST_FACTORS) throw new TooManyFactors();
    if (factors.length === 0 && ssoConnectionId !== null && account.hasPassword) throw new PasswordLoginNeeded();
    return factors;
  }
}
