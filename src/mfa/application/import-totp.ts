import { Injectable } from '@nestjs/common';
import { ChangeFactors } from '../../accounts/application/change-factors.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { OwnerConsent } from '../../shared/ports/owner-consent.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { Factors } from './ports/factors.js';

/**
 * Takes over an authenticator app that its owner has confirmed elsewhere, for example in the system that Headgate
 * replaces.
 */
@Injectable()
export class ImportTotp {
  constructor(
    private readonly factors: Factors,
    private readonly changeFactors: ChangeFactors,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly consent: OwnerConsent,
    private readonly clock: Clock,
  ) {}

  /** @param input.secret base 32, as authenticator apps take it @throws Unauthorized when there is no such account */
  execute(input: { userId: number; name: string; secret: string }): Promise<void> {
    const { userId, name, secret } = input;
    return this.unitOfWork.run(async () => {
      await this.changeFactors.execute({ userId, sessionId: null, actorUserId: null });
      const now = this.clock.now();
      const id = await this.factors.nextId();
      const times = { lastTimeStep: null, createdAt: now, confirmedAt: now, lastUsedAt: null };
      await this.factors.add({
        id,
        userId,
        type: 'totp',
        name,
        secretSealed: this.factors.sealSecret(id, secret),
        ...times,
      });
      await this.consent.endResets(userId);
      await this.auditTrail.record({
        action: 'mfa.factor_imported',
        outcome: 'success',
        actorUserId: null,
        target: { type: 'mfa_factor', id },
        detail: { user_id: userId },
      });
    });
  }
}
