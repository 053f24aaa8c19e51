import { Injectable } from '@nestjs/common';
import { type AuditEvent, AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { placeOfEvent } from '../../shared/unseen-event.js';
import { LastOwner } from '../domain/organization.errors.js';
import { Members } from './ports/members.js';
import { Organizations } from './ports/organizations.js';
import { Standby } from './ports/standby.js';
import { ProvisionedMembers } from './ports/provisioned-members.js';

/** A suspended member keeps role and workspaces, but cannot use them. Joins the unit of work of the deprovisioning. */
@Injectable()
export class SuspendMember {
  constructor(
    private readonly organizations: Organizations,
    private readonly members: Members,
    private readonly standby: Standby,
    private readonly provisioned: ProvisionedMembers,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Doing it again changes nothing. @returns whether they were not suspended yet @throws LastOwner; DomainError BREAK_GLASS_STAYS */
  async execute(input: { organizationId: number; userId: number; detail: AuditEvent['detail'] }): Promise<boolean> {
    const { organizationId, userId, detail } = input;
    const suspended = await this.provisioned.suspend(organizationId, userId, this.clock.now());
    if (suspended === null) return false;
    if (suspended.isOwner) {
      // Locked already by `FindStanding.lock`, unless they were made owner since.
      await this.organizations.lock(organizationId);
      if ((await this.members.otherOwners(organizationId, userId)) === 0) throw new LastOwner();
      await this.standby.spare({ organizationId, userId, by: 'directory' });
    }
    await this.auditTrail.record({
      action: 'member.suspended',
      outcome: 'success',
      actorUserId: null,
      target: { type: 'user', id: userId },
      ...placeOfEvent(organizationId, suspended.hasCome, detail),
    });
    return true;
  }
}
