import { Injectable } from '@nestjs/common';
import type { AuthenticationMethod, Caller } from '../../shared/caller.js';
import { RateLimited, Unauthorized } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { ACCESS_TOKEN_SECONDS, type AccessTokenClaims, claimsFor } from '../domain/access-token-claims.js';
import { WrongSecondFactor } from '../domain/session.errors.js';
import { AccessTokens } from './ports/access-tokens.js';
import { type Proof, SecondFactor } from './ports/second-factor.js';
import { Sessions } from './ports/sessions.js';

/**
 * Proves the second factor anew in a session that lives: its assurance rises, `auth_time` is now, and it goes on under a
 * new id (ASVS 7.2.4), so that no access token from before carries on.
 */
@Injectable()
export class StepUp {
  constructor(
    private readonly secondFactor: SecondFactor,
    private readonly sessions: Sessions,
    private readonly accessTokens: AccessTokens,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws WrongSecondFactor, RateLimited, Unauthorized when the session ended meanwhile */
  async execute(input: { caller: Caller; proof: Proof }): Promise<{ accessToken: string; expiresIn: number }> {
    const { caller, proof } = input;
    const outcome = await this.unitOfWork.run(async (): Promise<AccessTokenClaims | Unauthorized | RateLimited> => {
      const { sessionId } = caller;
      const { amr, waitSeconds } = await this.secondFactor.prove({ caller, proof });
      if (amr === null) {
        await this.record(caller, sessionId, waitSeconds > 0 ? 'throttled' : `wrong_${proof.method}`);
        return waitSeconds > 0 ? new RateLimited(waitSeconds) : new WrongSecondFactor();
      }
      return this.raise(caller, amr);
    });
    if (outcome instanceof Error) throw outcome;
    return { accessToken: await this.accessTokens.sign(outcome), expiresIn: ACCESS_TOKEN_SECONDS };
  }

  private async raise(caller: Caller, method: AuthenticationMethod): Promise<AccessTokenClaims> {
    const now = this.clock.now();
    const { userId } = caller;
    const amr = [...new Set([...caller.amr, method])];
    const proved = { amr, acr: 'aal2' as const, authenticatedAt: now, mfaAt: now };
    const sessionId = await this.sessions.renew({ id: caller.sessionId, userId }, proved);
    // Thrown, not returned: the code that was spent for nothing comes back with the roll-back.
    if (sessionId === null) throw new Unauthorized();
    await this.record(caller, sessionId, null);
    return claimsFor({ userId, sessionId, ...proved }, now);
  }

  private record(caller: Caller, sessionId: number, refusal: string | null): Promise<void> {
    return this.auditTrail.record({
      action: 'session.stepped_up',
      outcome: refusal === null ? 'success' : 'refused',
      actorUserId: caller.userId,
      target: { type: 'session', id: sessionId },
      detail: refusal === null ? { previous_session_id: caller.sessionId } : { reason: refusal },
    });
  }
}
