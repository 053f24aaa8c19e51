import { Injectable } from '@nestjs/common';
import { AdministerAccount } from '../../accounts/application/administer-account.js';
import type { Caller } from '../../shared/caller.js';
import { OwnerConsent } from '../../shared/ports/owner-consent.js';
import { ResetFactors } from './reset-factors.js';

/** For a person who has lost every second factor. */
@Injectable()
export class ResetUserFactors {
  constructor(
    private readonly administerAccount: AdministerAccount,
    private readonly resetFactors: ResetFactors,
    private readonly consent: OwnerConsent,
  ) {}

  /** @throws Forbidden, NotFound, AccountDisabled; OwnerApprovalRequired for the owner of an organization, and for members of one that asks for it */
  execute({ caller, userId }: { caller: Caller; userId: number }): Promise<void> {
    return this.administerAccount.executeLocked({ caller, userId, action: 'mfa.factors_reset' }, async () => {
      await this.consent.spendForAccount(caller, { kind: 'reset_factors', userId });
      await this.resetFactors.execute({ userId, actorUserId: caller.userId });
    });
  }
}
