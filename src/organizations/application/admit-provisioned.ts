import { Injectable } from '@nestjs/common';
import { type AuditEvent, AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { placeOfEvent } from '../../shared/unseen-event.js';
import { ProvisionedMembers } from './ports/provisioned-members.js';

/**
 * Lets a person in whom the organization's directory or identity provider brings. With the provider, they have come by
 * it. Joins the caller's unit of work.
 */
@Injectable()
export class AdmitProvisioned {
  constructor(
    private readonly members: ProvisionedMembers,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @param input.roleId `null` for the built-in viewer @param input.detail who brings them @throws MemberAlready */
  async execute(input: {
    organizationId: number;
    userId: number;
    roleId: number | null;
    isSuspended: boolean;
    hasCome: boolean;
    detail: AuditEvent['detail'];
  }): Promise<void> {
    const { organizationId, userId, roleId, isSuspended, hasCome, detail } = input;
    const joinedAt = this.clock.now();
    const suspendedAt = isSuspended ? joinedAt : null;
    const arrivedAt = hasCome ? joinedAt : null;
    const role = await this.members.admit({ organizationId, userId, roleId, joinedAt, suspendedAt, arrivedAt });
    await this.auditTrail.record({
      action: 'member.added',
      outcome: 'success',
      actorUserId: null,
      target: { type: 'user', id: userId },
      ...placeOfEvent(organizationId, hasCome, { ...detail, role, suspended: isSuspended }),
    });
  }
}
