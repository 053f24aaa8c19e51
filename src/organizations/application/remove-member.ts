import { Injectable } from '@nestjs/common';
import { EndAccess } from '../../accounts/application/end-access.js';
import { LockAccount } from '../../accounts/application/lock-account.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound, assertSeen } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { LastOwner } from '../domain/organization.errors.js';
import { type Role, assertTakes, isOwner } from '../domain/role.js';
import { Directory } from './ports/directory.js';
import { Members } from './ports/members.js';
import { OpenInvitations } from './ports/open-invitations.js';
import { Organizations } from './ports/organizations.js';
import { Standby } from './ports/standby.js';

interface Leaving {
  readonly caller: Caller;
  readonly organizationId: number;
  readonly userId: number;
}

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

  /**
   * @param input.inPlaceOf the role that the caller has seen; `null` for any
   * @throws Forbidden, NotFound, EditedMeanwhile, GrantRefused, LastOwner; DomainError BREAK_GLASS_NEEDED
   */
  async execute(input: Leaving & { readonly inPlaceOf: number | null }): Promise<void> {
    const { caller, organizationId, inPlaceOf } = input;
    await this.access.require(caller, 'member.remove', { organizationId });
    await this.end('member.removed', input, async (role) => {
      // Checked again behind the lock: when two owners remove each other at once, the second is no longer one.
      assertTakes(await this.access.require(caller, 'member.remove', { organizationId }), role.permissions);
      assertSeen(inPlaceOf, role.id);
    });
  }

  /** People go by themselves whatever their role allows. @throws NotFound, LastOwner; DomainError BREAK_GLASS_NEEDED */
  async leave(caller: Caller, organizationId: number): Promise<void> {
    // Nothing stands in the trail of an organization about a stranger. Whom a directory has suspended stays known to it.
    const member = await this.members.find(organizationId, caller.userId);
    if (member === null || member.status === 'suspended') {
      const asked = { type: 'organization', id: organizationId, name: 'Organization' } as const;
      throw await this.access.refuseUnknown(caller, 'organization.read', asked);
    }
    await this.end('member.left', { caller, organizationId, userId: caller.userId }, () => Promise.resolve());
  }

  private async end(action: string, leaving: Leaving, assertMay: (role: Role) => Promise<void>): Promise<void> {
    const { caller, organizationId, userId } = leaving;
    const event = {
      action,
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'user', id: userId },
    };
    await recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        // Before the organization, as whoever ends sessions does.
        await this.lockAccount.execute(userId);
        await this.organizations.lock(organizationId);
        const role = await this.members.roleOf(organizationId, userId);
        const member = await this.members.find(organizationId, userId);
        if (role === null || member === null) throw new NotFound('Member');
        await assertMay(role);
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
