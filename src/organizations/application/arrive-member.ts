import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Members } from './ports/members.js';

/**
 * A person whom directories have brought has come: they have claimed their account, or logged in. From now on members
 * see them.
 */
@Injectable()
export class ArriveMember {
  constructor(
    private readonly members: Members,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Joins the unit of work of the claim or the login. Those who have come before do not change. */
  async execute(userId: number): Promise<void> {
    const arrivals = await this.members.arrive(userId, this.clock.now());
    if (arrivals.length === 0) return;
    await this.auditTrail.recordAll(
      arrivals.map(({ organizationId, role }) => ({
        action: 'member.added',
        outcome: 'success',
        actorUserId: userId,
        organizationId,
        target: { type: 'user', id: userId },
        detail: { role, provisioned: true },
      })),
    );
  }
}
