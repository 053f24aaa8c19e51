import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import type { WebauthnFactor } from '../domain/factor.js';
import { AttestationRefused } from '../domain/mfa.errors.js';
import { AddFactor } from './add-factor.js';
import { Ceremonies } from './ports/challenges.js';
import { Factors } from './ports/factors.js';
import { type RegisteredCredential, Webauthn } from './ports/webauthn.js';

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
  execute(input: {
    caller: Caller;
    name: string;
    attestation: object;
  }): Promise<{ factor: WebauthnFactor; recoveryCodes: readonly string[] | null }> {
    const { caller, name, attestation } = input;
    const event = { action: 'mfa.factor_added', actorUserId: caller.userId };
    return recordRefusal(this.auditTrail, event, async () => {
      const credential = await this.credentialOf(caller.sessionId, attestation);
      return this.unitOfWork.run(async () => {
        const now = this.clock.now();
        const state = {
          id: await this.factors.nextId(),
          userId: caller.userId,
          name,
          createdAt: now,
          confirmedAt: now,
        };
        const factor: WebauthnFactor = { ...state, type: 'webauthn', lastUsedAt: null, ...credential };
        const confirm = async (): Promise<WebauthnFactor> => {
          await this.factors.add(factor);
          return factor;
        };
        return { factor, recoveryCodes: await this.addFactor.execute({ caller, confirm }) };
      });
    });
  }

  private async credentialOf(sessionId: number, attestation: object): Promise<RegisteredCredential> {
    // Taken in a transaction of its own: a challenge that was answered once, rightly or not, cannot be answered again.
    const challenge = await this.ceremonies.take(sessionId, 'registration', this.clock.now());
    const credential = challenge === null ? null : await this.webauthn.verifyRegistration(attestation, challenge);
    if (credential === null) throw new AttestationRefused();
    return credential;
  }
}
