import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import type { EndedSession } from '../domain/session.js';
import { Sessions } from './ports/sessions.js';

export type { EndedSession } from '../domain/session.js';

/**
 * Logout ends the caller's own session; revocation ends any session of the caller. Access and refresh token end with
 * it.
 */
@Injectable()
export class EndSession {
  constructor(
    private readonly sessions: Sessions,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound for an unknown session and for another person's */
  execute(input: { caller: Caller; sessionId: number; reason: 'logged_out' | 'revoked' }): Promise<EndedSession> {
    const { caller, sessionId, reason } = input;
    const target = { type: 'session', id: sessionId };
    const event = { action: `session.${reason}`, actorUserId: caller.userId, target };
    const end = async (): Promise<EndedSession> => {
      const ended = await this.sessions.end({ id: sessionId, userId: caller.userId }, reason, this.clock.now());
      if (ended === null) throw new NotFound('Session');
      await this.auditTrail.record({ ...event, outcome: 'success' });
      return ended;
    };
    return recordRefusal(this.auditTrail, event, () => this.unitOfWork.run(end));
  }
}
