import { Injectable } from '@nestjs/common';
import { ChangeFactors } from '../../accounts/application/change-factors.js';
import { RequireAccount } from '../../accounts/application/require-account.js';
import type { Caller } from '../../shared/caller.js';
import { AddressNotProved } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { recoveryCodesReplacedMail } from '../domain/factor-mails.js';
import { NoFactorEnrolled } from '../domain/mfa.errors.js';
import { IssueRecoveryCodes } from './issue-recovery-codes.js';
import { Factors } from './ports/factors.js';

@Injectable()
export class ReplaceRecoveryCodes {
  constructor(
    private readonly factors: Factors,
    private readonly issueRecoveryCodes: IssueRecoveryCodes,
    private readonly changeFactors: ChangeFactors,
    private readonly requireAccount: RequireAccount,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws AddressNotProved, NoFactorEnrolled */
  execute(caller: Caller): Promise<readonly string[]> {
    const { userId, sessionId } = caller;
    const target = { type: 'user', id: userId };
    const event = { action: 'mfa.recovery_codes_replaced', actorUserId: userId, target };
    const replace = async (): Promise<readonly string[]> => {
      await this.changeFactors.execute({ userId, sessionId, actorUserId: userId });
      const account = await this.requireAccount.execute(userId);
      if (account.isUnclaimed) throw new AddressNotProved();
      if ((await this.factors.confirmedOf(userId)).length === 0) throw new NoFactorEnrolled();
      const codes = await this.issueRecoveryCodes.execute(userId);
      await this.mailer.send(recoveryCodesReplacedMail(account, this.clock.now()));
      await this.auditTrail.record({ ...event, outcome: 'success' });
      return codes;
    };
    return recordRefusal(this.auditTrail, event, () => this.unitOfWork.run(replace));
  }
}
