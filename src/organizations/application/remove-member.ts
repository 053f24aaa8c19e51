import { Injectable } from '@nestjs/common';
import { EndAccess } from '../../accounts/application/end-access.js';
import { LockAccount } from '../../accounts/application/lock-account.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { LastOwner } from '../domain/organization.errors.js';
import { assertTakes, isOwner } from '../domain/role.js';
import { Directory } from './ports/directory.js';
import { Members } from './ports/members.js';
import { OpenInvitations } from './ports/open-invitations.js';
import { Organizations } from './ports/organizations.js';
import { Standby } from './ports/standby.js';

/** Ends a membership, and those in every workspace of the organization; takes effect with the next request. */
@Injectable()
export class RemoveMember {
  constructor(
    private readonly access: AccessControl,
    private readonly organizations: Organizations,
    private readonly members: Members,
    private readonly standby: Standby,
    private readonly directory: Directory,
    private readonly openInvitations: OpenInvitations,
    private readonly lockAccount: LockAccount,
    private readonly endAccess: EndAccess,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @throws Forbidden, NotFound, GrantRefused, LastOwner; DomainError BREAK_GLASS_NEEDED */
  async execute(input: { caller: Caller; organizationId: number; userId: number }): Promise<void> {
    const { caller, organizationId, userId } = input;
    await this.access.require(caller, 'member.remove', { organizationId });
    const event = {
      action: 'member.removed',
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'user', id: userId },
    };
    await recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        // Before the organization, as whoever ends sessions does.
        await this.lockAccount.execute(userId);
        await this.organizations.lock(organizationId);
        // Checked again behind the lock: when two owners remove each other at once, the second is no longer one.
        const held = await this.access.require(caller, 'member.remove', { organizationId });
        const role = await this.members.roleOf(organizationId, userId);
        const member = await this.members.find(organizationId, userId);
        if (role === null || member === null) throw new NotFound('Member');
        assertTakes(held, role.permissions);
        if (isOwner(role) && (await this.members.otherOwners(organizationId, userId)) === 0) throw new LastOwner();
        await this.standby.spare({ organizationId, userId, by: 'owner' });
        await this.directory.left({ organizationId, userId });
        await this.members.remove(organizationId, userId);
        await this.openInvitations.revokeTo({ organizationId, userId }, caller.userId);
        await this.endAccess.ofProviders({ organizationId, userId });
        await this.auditTrail.record({
          ...event,
          outcome: 'success',
          detail: { role: role.name },
        });
      }),
    );
  }
}
