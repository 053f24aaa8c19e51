import { Injectable } from '@nestjs/common';
import { type AuditEvent, AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { ProvisionedMembers } from './ports/provisioned-members.js';

/** Lets somebody in whom the directory of the organization brings. Joins the unit of work of the provisioning. */
@Injectable()
export class AdmitProvisioned {
  constructor(
    private readonly members: ProvisionedMembers,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @param input.roleId `null` for the built-in viewer @param input.detail who brings him @throws MemberAlready */
  async execute(input: {
    organizationId: number;
    userId: number;
    roleId: number | null;
    isSuspended: boolean;
    detail: AuditEvent['detail'];
  }): Promise<void> {
    const { organizationId, userId, roleId, isSuspended, detail } = input;
    const joinedAt = this.clock.now();
    const suspendedAt = isSuspended ? joinedAt : null;
    const role = await this.members.admit({ organizationId, userId, roleId, joinedAt, suspendedAt });
    await this.auditTrail.record({
      action: 'member.added',
      outcome: 'success',
      actorUserId: null,
      organizationId,
      target: { type: 'user', id: userId },
      detail: { ...detail, role, suspended: isSuspended },
    });
  }
}
