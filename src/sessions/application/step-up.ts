import { Injectable } from '@nestjs/common';
import { ProveFactor } from '../../mfa/application/prove-factor.js';
import type { Proof } from '../../mfa/application/verify-factor.js';
import type { Caller } from '../../shared/caller.js';
import { RateLimited, Unauthorized } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { ACCESS_TOKEN_SECONDS, type AccessTokenClaims } from '../domain/access-token-claims.js';
import { WrongSecondFactor } from '../domain/session.js';
import { AccessTokens } from './ports/access-tokens.js';
import { RenewSession } from './renew-session.js';

/** Proves the second factor again in a live session, which raises its assurance. */
@Injectable()
export class StepUp {
  constructor(
    private readonly proveFactor: ProveFactor,
    private readonly renewSession: RenewSession,
    private readonly accessTokens: AccessTokens,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @throws WrongSecondFactor, RateLimited, Unauthorized when the session has ended */
  async execute(input: { caller: Caller; proof: Proof }): Promise<{ accessToken: string; expiresIn: number }> {
    const { caller, proof } = input;
    const outcome = await this.unitOfWork.run(async (): Promise<AccessTokenClaims | Unauthorized | RateLimited> => {
      const { amr, waitSeconds } = await this.proveFactor.execute({ caller, proof });
      if (amr === null) {
        await this.recordRefusal(caller, waitSeconds > 0 ? 'throttled' : `wrong_${proof.method}`);
        return waitSeconds > 0 ? new RateLimited(waitSeconds) : new WrongSecondFactor();
      }
      return this.renewSession.execute(caller, { method: amr, acr: 'aal2', isOwnFactor: true });
    });
    if (outcome instanceof Error) throw outcome;
    return { accessToken: await this.accessTokens.sign(outcome), expiresIn: ACCESS_TOKEN_SECONDS };
  }

  private recordRefusal({ userId, sessionId }: Caller, reason: string): Promise<void> {
    return this.auditTrail.record({
      action: 'session.stepped_up',
      outcome: 'refused',
      actorUserId: userId,
      target: { type: 'session', id: sessionId },
      detail: { reason },
    });
  }
}
