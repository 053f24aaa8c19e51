import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { UnsignedSessions } from './ports/sessions.js';

/**
 * Ends the sessions of an organization's members that no identity provider vouches for. Joins the unit of work that
 * requires single sign-on.
 */
@Injectable()
export class EndUnsignedSessions {
  constructor(
    private readonly sessions: UnsignedSessions,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * System administrators keep theirs.
   * @param input.userIds `null` for every member
   * @param input.until when they end instead of now, unless they end before
   */
  execute(input: {
    organizationId: number;
    userIds: readonly number[] | null;
    except: readonly number[];
    until: Date | null;
  }): Promise<void> {
    const { organizationId, until } = input;
    return this.unitOfWork.run(async () => {
      const now = this.clock.now();
      const count = until === null ? await this.sessions.end(input, 'sso_required', now) : await this.sessions.shorten(input, until, now);
      await this.auditTrail.record({
        action: 'session.all_ended',
        outcome: 'success',
        actorUserId: null,
        organizationId,
        target: { type: 'organization', id: organizationId },
        detail: { reason: 'sso_required', ended: count, ...(until && { at: until.toISOString() }) },
      });
    });
  }
}
