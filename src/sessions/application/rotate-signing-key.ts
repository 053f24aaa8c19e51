import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { endOfAcceptance, isRotationDue, startOfSigning } from '../domain/signing-key.js';
import { SigningKeyFactory, SigningKeys } from './ports/access-tokens.js';

/** Adds a signing key and plans the end of the others, so that no valid token is refused in between. */
@Injectable()
export class RotateSigningKey {
  constructor(
    private readonly signingKeys: SigningKeys,
    private readonly factory: SigningKeyFactory,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * @param when `if_due`: only when the newest key is 30 days old, or when there is none
   * @returns the id of the new key, or `null` when none was due
   */
  execute(when: 'now' | 'if_due'): Promise<string | null> {
    return this.unitOfWork.run(async () => {
      const now = this.clock.now();
      const existing = await this.signingKeys.lockAll();
      if (when === 'if_due' && !isRotationDue(existing, now)) return null;
      const signsFrom = startOfSigning(existing, now);
      const key = { ...(await this.factory.make()), signsFrom, acceptedUntil: null };
      await this.signingKeys.add(key);
      await this.signingKeys.acceptOthersUntil(key.kid, endOfAcceptance(signsFrom));
      await this.signingKeys.removeAcceptedBefore(now);
      await this.auditTrail.record({
        action: 'signing_key.rotated',
        outcome: 'success',
        actorUserId: null,
        target: { type: 'signing_key', id: key.kid },
      });
      return key.kid;
    });
  }
}
