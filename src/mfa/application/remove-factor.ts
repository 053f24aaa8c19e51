import { Injectable } from '@nestjs/common';
import { ChangeFactors } from '../../accounts/application/change-factors.js';
import { RequireAccount } from '../../accounts/application/require-account.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import type { Factor } from '../domain/factor.js';
import { factorRemovedMail } from '../domain/factor-mails.js';
import { EmergencyAccess } from './ports/emergency-access.js';
import { Factors, RecoveryCodes } from './ports/factors.js';

@Injectable()
export class RemoveFactor {
  constructor(
    private readonly factors: Factors,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly changeFactors: ChangeFactors,
    private readonly requireAccount: RequireAccount,
    private readonly emergencyAccess: EmergencyAccess,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound for an unknown factor and for another person's; BreakGlassNeeded */
  execute(input: { caller: Caller; factorId: number }): Promise<void> {
    const { factorId } = input;
    const { userId, sessionId } = input.caller;
    const target = { type: 'mfa_factor', id: factorId };
    const event = { action: 'mfa.factor_removed', actorUserId: userId, target };
    const remove = async (): Promise<void> => {
      await this.requireAccount.lock(userId);
      const factors = await this.factors.confirmedOf(userId);
      const left = factors.filter(({ id }) => id !== factorId);
      const has = (type: Factor['type']) => left.some((one) => one.type === type);
      await this.emergencyAccess.retain({ userId, hasWebauthn: has('webauthn'), hasTotp: has('totp') });
      await this.changeFactors.execute({ userId, sessionId, actorUserId: userId, isLastRemoved: left.length === 0 });
      const factor = factors.find(({ id }) => id === factorId);
      if (factor === undefined) throw new NotFound('Factor');
      await this.factors.remove(factorId);
      // Recovery codes replace a factor; without one they would be a second way past the password policy.
      if (left.length === 0) await this.recoveryCodes.replace(userId, []);
      const contact = await this.requireAccount.execute(userId);
      await this.mailer.send(factorRemovedMail(contact, factor, left.length, this.clock.now()));
      const detail = { type: factor.type, factors_left: left.length };
      await this.auditTrail.record({ ...event, outcome: 'success', detail });
    };
    return recordRefusal(this.auditTrail, event, () => this.unitOfWork.run(remove));
  }
}
