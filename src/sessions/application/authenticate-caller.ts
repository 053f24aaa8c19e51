import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { Clock } from '../../shared/ports/clock.js';
import { subjectOf } from '../domain/access-token-claims.js';
import { SessionLifetime, idleLimit } from '../domain/session.js';
import { Sessions } from './ports/sessions.js';

/** `last_used_at` need not be exact; writing it on each request would turn every read into a write. */
const TOUCH_AFTER_MS = 5 * 60_000;

/**
 * Confirms for each request that the token's session and user are still active, so that logout, revocation and
 * deactivation take effect at once on every instance, although the token itself is valid for an hour.
 */
@Injectable()
export class AuthenticateCaller {
  constructor(
    private readonly sessions: Sessions,
    private readonly lifetime: SessionLifetime,
    private readonly clock: Clock,
  ) {}

  /**
   * @param payload of a token whose signature, issuer and audience have been verified
   * @param takesExpired whether the token may have expired; its session must be live in any case
   */
  async execute(payload: unknown, takesExpired = false): Promise<Caller | null> {
    const now = this.clock.now();
    const subject = subjectOf(payload, now, takesExpired);
    if (subject === null) return null;
    const live = await this.sessions.findLive(subject, { now, idleSince: idleLimit(now, this.lifetime) });
    if (live === null) return null;
    if (now.getTime() - live.lastUsedAt.getTime() > TOUCH_AFTER_MS) await this.sessions.touch(subject.sessionId, now);
    return subject.isTokenExpired ? { ...live.caller, isTokenExpired: true } : live.caller;
  }
}
