import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { factorsResetMail } from '../domain/factor-mails.js';
import { DiscardFactors } from './discard-factors.js';
import { Account } from './ports/account.js';

/** For someone who has lost every factor and every recovery code: an administrator takes them all away. */
@Injectable()
export class ResetFactors {
  constructor(
    private readonly discardFactors: DiscardFactors,
    private readonly account: Account,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Every session and all device trust end with it. @returns how many factors are gone @throws Unauthorized */
  execute(input: { userId: number; actorUserId: number | null }): Promise<number> {
    const { userId, actorUserId } = input;
    return this.unitOfWork.run(async () => {
      await this.account.changeFactors({ userId, sessionId: null, actorUserId });
      const factors = await this.discardFactors.execute(userId);
      await this.mailer.send(factorsResetMail(await this.account.contactOf(userId), this.clock.now()));
      await this.auditTrail.record({
        action: 'mfa.factors_reset',
        outcome: 'success',
        actorUserId,
        target: { type: 'user', id: userId },
        detail: { factors },
      });
      return factors;
    });
  }
}
