import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { SessionEnd } from '../domain/session.js';
import { Sessions } from './ports/sessions.js';

/** Ends every live session of a user, or all but one. Joins the unit of work of the change that asks for it. */
@Injectable()
export class EndSessionsOfUser {
  constructor(
    private readonly sessions: Sessions,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  execute(input: { userId: number; reason: SessionEnd; keep: number | null; actorUserId: number | null }): Promise<void> {
    const { userId, reason, keep, actorUserId } = input;
    return this.unitOfWork.run(async () => {
      const ended = await this.sessions.endAll(userId, reason, this.clock.now(), keep);
      await this.record(userId, actorUserId, { reason, ended });
    });
  }

  /** Ends the sessions that an identity provider of the organization has opened. */
  ofOrganization(input: { userId: number; organizationId: number; reason: SessionEnd }): Promise<void> {
    const { userId, organizationId, reason } = input;
    return this.unitOfWork.run(async () => {
      const ended = await this.sessions.endOfOrganization({ userId, organizationId }, reason, this.clock.now());
      if (ended > 0) await this.record(userId, null, { reason, ended, by_provider_of: organizationId });
    });
  }

  private record(userId: number, actorUserId: number | null, detail: Record<string, string | number>): Promise<void> {
    return this.auditTrail.record({
      action: 'session.all_ended',
      outcome: 'success',
      actorUserId,
      target: { type: 'user', id: userId },
      detail,
    });
  }
}
