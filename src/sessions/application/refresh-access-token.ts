import { Injectable } from '@nestjs/common';
import { RateLimited, Unauthorized } from '../../shared/domain-error.js';
import { hashToken } from '../../shared/one-time-token.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { ACCESS_TOKEN_SECONDS, claimsFor } from '../domain/access-token-claims.js';
import { refreshThrottle } from '../domain/login-throttle.js';
import { networkOf } from '../../shared/network.js';
import { SessionLifetime, idleLimit } from '../domain/session.js';
import { AccessTokens } from './ports/access-tokens.js';
import { Sessions } from './ports/sessions.js';

/** As for requests with an access token, `last_used_at` need not be exact. */
const TOUCH_AFTER_MS = 60_000;

/**
 * The documented answer holds no new refresh token, so the token is not rotated. Instead it is bound to its session,
 * ends with it, and expires both when idle and at a fixed time.
 */
@Injectable()
export class RefreshAccessToken {
  constructor(
    private readonly sessions: Sessions,
    private readonly accessTokens: AccessTokens,
    private readonly lifetime: SessionLifetime,
    private readonly throttle: AttemptThrottle,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Unauthorized, RateLimited */
  async execute(input: { refreshToken: string; ip: string | null }): Promise<{ accessToken: string; expiresIn: number }> {
    const throttled = refreshThrottle(networkOf(input.ip));
    const now = this.clock.now();
    const hash = hashToken(input.refreshToken);
    const liveness = { now, idleSince: idleLimit(now, this.lifetime) };
    const session = hash && (await this.sessions.refresh(hash, liveness, new Date(now.getTime() - TOUCH_AFTER_MS)));
    if (session === null) {
      const wait = await this.unitOfWork.run(async () => {
        const blocked = await this.throttle.settle(throttled, 'failure');
        const detail = { reason: blocked > 0 ? 'throttled' : 'unknown_or_ended' };
        await this.auditTrail.record({ action: 'session.refreshed', outcome: 'refused', actorUserId: null, detail });
        return blocked;
      });
      if (wait > 0) throw new RateLimited(wait);
      throw new Unauthorized('The refresh token is no longer valid. Log in again.');
    }
    return { accessToken: await this.accessTokens.sign(claimsFor(session, now)), expiresIn: ACCESS_TOKEN_SECONDS };
  }
}
