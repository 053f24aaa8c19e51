import { Injectable } from '@nestjs/common';
import { ChangeFactors } from '../../accounts/application/change-factors.js';
import { RequireAccount } from '../../accounts/application/require-account.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { factorsResetMail } from '../domain/factor-mails.js';
import { DiscardFactors } from './discard-factors.js';

/** For a person who has lost every factor and every recovery code: an administrator removes them all. */
@Injectable()
export class ResetFactors {
  constructor(
    private readonly discardFactors: DiscardFactors,
    private readonly changeFactors: ChangeFactors,
    private readonly requireAccount: RequireAccount,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Every session and all device trust end too.
   * @param input.organizationId whose administrator does it, and reads in its trail if the mail is not delivered
   * @returns how many factors were removed @throws Unauthorized
   */
  execute(input: { userId: number; actorUserId: number | null; organizationId?: number }): Promise<number> {
    const { userId, actorUserId, organizationId } = input;
    const cause = organizationId === undefined ? { about: `user:${userId}` } : { about: `member:${userId}`, organizationId };
    return this.unitOfWork.run(async () => {
      await this.changeFactors.execute({ userId, sessionId: null, actorUserId });
      const factors = await this.discardFactors.execute(userId);
      const contact = await this.requireAccount.execute(userId);
      await this.mailer.send({ ...factorsResetMail(contact, this.clock.now()), ...cause });
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
