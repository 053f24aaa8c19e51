import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { factorRemovedMail } from '../domain/factor-mails.js';
import { Account } from './ports/account.js';
import { Factors, RecoveryCodes } from './ports/factors.js';

@Injectable()
export class RemoveFactor {
  constructor(
    private readonly factors: Factors,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly account: Account,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound for an unknown factor and for someone else's */
  execute(input: { caller: Caller; factorId: number }): Promise<void> {
    const { factorId } = input;
    const { userId, sessionId } = input.caller;
    const target = { type: 'mfa_factor', id: factorId };
    const event = { action: 'mfa.factor_removed', actorUserId: userId, target };
    const remove = async (): Promise<void> => {
      await this.account.changeFactors({ userId, sessionId, actorUserId: userId });
      const factor = await this.factors.find(factorId, userId);
      if (factor === null || factor.confirmedAt === null) throw new NotFound('Factor');
      await this.factors.remove(factorId);
      const left = (await this.factors.confirmedOf(userId)).length;
      // They stand in for a factor; without one they would be a second way past the password policy.
      if (left === 0) await this.recoveryCodes.replace(userId, []);
      const contact = await this.account.contactOf(userId);
      await this.mailer.send(factorRemovedMail(contact, factor, left, this.clock.now()));
      const detail = { type: factor.type, factors_left: left };
      await this.auditTrail.record({ ...event, outcome: 'success', detail });
    };
    return recordRefusal(this.auditTrail, event, () => this.unitOfWork.run(remove));
  }
}
