import { Injectable } from '@nestjs/common';
import { type AuditEvent, AuditTrail } from '../../shared/ports/audit-trail.js';
import { placeOfEvent } from '../../shared/unseen-event.js';
import { ProvisionedMembers } from './ports/provisioned-members.js';

/** Gives a suspended member back what they had: the same role, the same workspaces. Joins the caller's unit of work. */
@Injectable()
export class ReinstateMember {
  constructor(
    private readonly members: ProvisionedMembers,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** Doing it again changes nothing. */
  async execute(input: { organizationId: number; userId: number; detail: AuditEvent['detail'] }): Promise<void> {
    const { organizationId, userId, detail } = input;
    const reinstated = await this.members.reinstate(organizationId, userId);
    if (reinstated === null) return;
    await this.auditTrail.record({
      action: 'member.reinstated',
      outcome: 'success',
      actorUserId: null,
      target: { type: 'user', id: userId },
      ...placeOfEvent(organizationId, reinstated.hasCome, detail),
    });
  }
}
