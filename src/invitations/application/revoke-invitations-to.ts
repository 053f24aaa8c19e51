import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Invitations } from './ports/invitations.js';

/** A person who is removed from an organization must not come back by an open invitation. */
@Injectable()
export class RevokeInvitationsTo {
  constructor(
    private readonly invitations: Invitations,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Joins the unit of work of the removal. */
  async execute(input: { organizationId: number; userId: number; actorUserId: number }): Promise<void> {
    const { organizationId, userId, actorUserId } = input;
    for (const id of await this.invitations.revokeTo({ organizationId, userId }, this.clock.now())) {
      await this.auditTrail.record({
        action: 'invitation.revoked',
        outcome: 'success',
        actorUserId,
        organizationId,
        target: { type: 'invitation', id },
        detail: { reason: 'member_removed' },
      });
    }
  }
}
