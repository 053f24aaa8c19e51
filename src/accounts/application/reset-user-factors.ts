import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { OwnerConsent } from '../../shared/ports/owner-consent.js';
import { AccountDisabled } from '../domain/account.errors.js';
import { AdministerAccount } from './administer-account.js';
import { SecondFactors } from './ports/second-factors.js';
import { Users } from './ports/users.js';

/** For someone who has lost every second factor. */
@Injectable()
export class ResetUserFactors {
  constructor(
    private readonly administerAccount: AdministerAccount,
    private readonly users: Users,
    private readonly secondFactors: SecondFactors,
    private readonly consent: OwnerConsent,
  ) {}

  /** @throws Forbidden, NotFound, AccountDisabled; OwnerApprovalRequired for somebody who owns an organization */
  execute({ caller, userId }: { caller: Caller; userId: number }): Promise<void> {
    return this.administerAccount.execute({ caller, userId, action: 'mfa.factors_reset' }, async () => {
      const user = await this.users.lock(userId);
      if (user?.isActive !== true) throw new AccountDisabled();
      await this.consent.spendForAccount(caller, { kind: 'reset_factors', userId });
      await this.secondFactors.reset(userId, caller.userId);
    });
  }
}
