import { Injectable } from '@nestjs/common';
import type { AssuranceLevel, AuthenticationMethod, Caller } from '../../shared/caller.js';
import { Unauthorized } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { type AccessTokenClaims, claimsFor } from '../domain/access-token-claims.js';
import { Sessions } from './ports/sessions.js';

/**
 * The person in a session has shown again who they are. `auth_time` becomes now, and the session continues under a new
 * id (ASVS 7.2.4), so that older access tokens end. Its assurance rises only as far as the proof.
 */
@Injectable()
export class RenewSession {
  constructor(
    private readonly sessions: Sessions,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Joins the unit of work that spends the proof. @throws Unauthorized when the session has ended, which rolls
   * the spending back
   */
  async execute(
    caller: Caller,
    proof: {
      readonly method: AuthenticationMethod;
      readonly acr: AssuranceLevel;
      readonly isOwnFactor: boolean;
      /** Of a provider that has vouched again. */
      readonly idToken?: string | null;
    },
  ): Promise<AccessTokenClaims> {
    const { userId, sessionId: id } = caller;
    const now = this.clock.now();
    const proved = {
      amr: [...new Set([...caller.amr, proof.method])],
      acr: caller.acr === 'aal2' ? caller.acr : proof.acr,
      authenticatedAt: now,
      mfaAt: proof.isOwnFactor ? now : caller.mfaAt,
    };
    const sessionId = await this.sessions.renew({ id, userId }, proved, proof.idToken);
    if (sessionId === null) throw new Unauthorized();
    await this.auditTrail.record({
      action: 'session.stepped_up',
      outcome: 'success',
      actorUserId: userId,
      target: { type: 'session', id: sessionId },
      detail: { previous_session_id: id },
    });
    return claimsFor({ userId, sessionId, ...proved }, now);
  }
}
