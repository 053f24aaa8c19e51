import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { WebauthnFactor } from '../domain/factor.js';
import { AttestationRefused } from '../domain/mfa.errors.js';
import { AddFactor } from './add-factor.js';
import { Ceremonies } from './ports/challenges.js';
import { Factors } from './ports/factors.js';
import { Webauthn } from './ports/webauthn.js';

@Injectable()
export class RegisterWebauthn {
  constructor(
    private readonly factors: Factors,
    private readonly ceremonies: Ceremonies,
    private readonly webauthn: Webauthn,
    private readonly addFactor: AddFactor,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the factor, and recovery codes with the first one
   * @throws AttestationRefused, CredentialRegisteredAlready, TooManyFactors
   */
  async execute(input: {
    caller: Caller;
    name: string;
    attestation: object;
  }): Promise<{ factor: WebauthnFactor; recoveryCodes: readonly string[] | null }> {
    const { caller, name, attestation } = input;
    const { userId, sessionId } = caller;
    const now = this.clock.now();
    // Taken in a transaction of its own: what was answered once, rightly or not, is not answered again.
    const challenge = await this.ceremonies.take(sessionId, 'registration', now);
    const credential = challenge === null ? null : await this.webauthn.verifyRegistration(attestation, challenge);
    if (credential === null) {
      const detail = { reason: challenge === null ? 'no_ceremony' : 'attestation' };
      const action = 'mfa.factor_added';
      await this.auditTrail.record({ action, outcome: 'refused', actorUserId: userId, detail });
      throw new AttestationRefused();
    }
    return this.unitOfWork.run(async () => {
      const at = { createdAt: now, confirmedAt: now, lastUsedAt: null };
      const id = await this.factors.nextId();
      const factor: WebauthnFactor = { id, userId, type: 'webauthn', name, ...credential, ...at };
      const confirm = async (): Promise<WebauthnFactor> => {
        await this.factors.add(factor);
        return factor;
      };
      return { factor, recoveryCodes: await this.addFactor.execute({ caller, confirm }) };
    });
  }
}
