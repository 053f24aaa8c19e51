import { Injectable } from '@nestjs/common';
import { type AuditEvent, AuditTrail } from '../../shared/ports/audit-trail.js';
import { placeOfEvent } from '../../shared/unseen-event.js';
import { LastOwner } from '../domain/organization.errors.js';
import { isOwner } from '../domain/role.js';
import { Members } from './ports/members.js';
import { Organizations } from './ports/organizations.js';
import { Standby } from './ports/standby.js';

/**
 * Ends a membership, and those in every workspace, because the organization's directory says so. Joins the caller's
 * unit of work.
 */
@Injectable()
export class DismissMember {
  constructor(
    private readonly organizations: Organizations,
    private readonly members: Members,
    private readonly standby: Standby,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @throws LastOwner; DomainError BREAK_GLASS_STAYS */
  async execute(input: { organizationId: number; userId: number; detail: AuditEvent['detail'] }): Promise<void> {
    const { organizationId, userId, detail } = input;
    const role = await this.members.roleOf(organizationId, userId);
    if (role === null) return;
    if (isOwner(role)) {
      await this.organizations.lock(organizationId);
      if ((await this.members.otherOwners(organizationId, userId)) === 0) throw new LastOwner();
      await this.standby.spare({ organizationId, userId, by: 'directory' });
    }
    const hasCome = (await this.members.find(organizationId, userId)) !== null;
    await this.members.remove(organizationId, userId);
    await this.auditTrail.record({
      action: 'member.removed',
      outcome: 'success',
      actorUserId: null,
      target: { type: 'user', id: userId },
      ...placeOfEvent(organizationId, hasCome, { ...detail, role: role.name }),
    });
  }
}
