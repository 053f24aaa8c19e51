import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { SessionEnd } from '../domain/session.js';
import { Sessions } from './ports/sessions.js';

/** Ends the live sessions that a connection to an identity provider opened. Joins the caller's unit of work. */
@Injectable()
export class EndSessionsOfConnection {
  constructor(
    private readonly sessions: Sessions,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Ends all sessions of the connection, or only those of one session at the provider, of one link, or of both.
   * @param input.isSilentIfNone records nothing if no session ended, because anyone can send such a request
   * @returns how many
   */
  execute(input: {
    connectionId: number;
    providerSessionId?: string | null;
    identityId?: number | null;
    reason: SessionEnd;
    actorUserId?: number | null;
    isSilentIfNone?: boolean;
  }): Promise<number> {
    const { connectionId, providerSessionId = null, identityId = null, reason, actorUserId = null, isSilentIfNone = false } = input;
    return this.unitOfWork.run(async () => {
      const scope = { connectionId, providerSessionId, identityId };
      const ended = await this.sessions.endOfConnection(scope, reason, this.clock.now());
      if (ended === 0 && isSilentIfNone) return 0;
      await this.auditTrail.record({
        action: 'session.all_ended',
        outcome: 'success',
        actorUserId,
        target: { type: 'sso_connection', id: connectionId },
        detail: { reason, ended, ...(identityId !== null && { sso_identity_id: identityId }) },
      });
      return ended;
    });
  }
}
