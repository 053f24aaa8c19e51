import { Injectable } from '@nestjs/common';
import { hashToken } from '../../shared/one-time-token.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { EndedSession } from '../domain/session.js';
import { Sessions } from './ports/sessions.js';

/**
 * For browsers, which keep the refresh token in a cookie: ends its session when they log out, or when someone logs in
 * there again.
 */
@Injectable()
export class EndSessionOfToken {
  constructor(
    private readonly sessions: Sessions,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @returns the session that ended; `null` when there was none, or it had ended already */
  async execute(input: { refreshToken: string | null; reason: 'logged_out' | 'replaced' }): Promise<EndedSession | null> {
    const { refreshToken, reason } = input;
    const hash = refreshToken === null ? null : hashToken(refreshToken);
    if (hash === null) return null;
    return this.unitOfWork.run(async () => {
      const ended = await this.sessions.endOfToken(hash, reason, this.clock.now());
      if (ended === null) return null;
      await this.auditTrail.record({
        action: 'session.logged_out',
        outcome: 'success',
        actorUserId: ended.userId,
        target: { type: 'session', id: ended.sessionId },
        ...(reason === 'replaced' && { detail: { reason } }),
      });
      return ended;
    });
  }
}
