import { Injectable } from '@nestjs/common';
import { FindAccount } from '../../accounts/application/find-account.js';
import type { Caller } from '../../shared/caller.js';
import { type Factor, MOST_FACTORS } from '../domain/factor.js';
import { AddressNotProved, PasswordLoginNeeded, TooManyFactors } from '../domain/mfa.errors.js';
import { Factors } from './ports/factors.js';

/** Whether somebody may get one more second factor; asked when it begins, and again behind the lock when it counts. */
@Injectable()
export class AdmitFactor {
  constructor(
    private readonly factors: Factors,
    private readonly findAccount: FindAccount,
  ) {}

  /**
   * Nobody plants a factor on an account before its owner has come (`AddressNotProved`). Whoever runs an identity provider can open a
   * session of everybody whom it vouches for. With a first factor of their own they would keep the account, and shut its owner out of
   * the way in that the owner has besides.
   * @returns those that they have @throws AddressNotProved, TooManyFactors, PasswordLoginNeeded
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
