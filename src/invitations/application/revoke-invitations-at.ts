import { Injectable } from '@nestjs/common';
import { type AuditEvent, AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { placeOfEvent } from '../../shared/unseen-event.js';
import { Invitations } from './ports/invitations.js';

/** A person whom the organization's directory lets go must not come back by an open invitation. */
@Injectable()
export class RevokeInvitationsAt {
  constructor(
    private readonly invitations: Invitations,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Joins the unit of work of the deprovisioning. */
  async execute(input: { organizationId: number; emailKey: string; detail: AuditEvent['detail'] }): Promise<void> {
    const { organizationId, emailKey, detail } = input;
    for (const { id, isProvisioned } of await this.invitations.revokeAt(organizationId, emailKey, this.clock.now())) {
      await this.auditTrail.record({
        action: 'invitation.revoked',
        outcome: 'success',
        actorUserId: null,
        target: { type: 'invitation', id },
        ...placeOfEvent(organizationId, !isProvisioned, { ...detail, reason: 'deprovisioned' }),
      });
    }
  }
}
