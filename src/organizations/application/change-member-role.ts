import { Injectable } from '@nestjs/common';
import { LockAccount } from '../../accounts/application/lock-account.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound, assertSeen } from '../../shared/domain-error.js';
import { covers } from '../../shared/permission.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { LastOwner, UnknownReference } from '../domain/organization.errors.js';
import { assertTakes, isOwner } from '../domain/role.js';
import { GiveRole } from './give-role.js';
import { type Member, Members } from './ports/members.js';
import { Organizations } from './ports/organizations.js';
import { Roles } from './ports/roles.js';
import { Standby } from './ports/standby.js';

interface RoleChange {
  readonly caller: Caller;
  readonly organizationId: number;
  readonly userId: number;
  readonly roleId: number;
  readonly inPlaceOf: number | null;
}

@Injectable()
export class ChangeMemberRole {
  constructor(
    private readonly access: AccessControl,
    private readonly organizations: Organizations,
    private readonly roles: Roles,
    private readonly members: Members,
    private readonly giveRole: GiveRole,
    private readonly lockAccount: LockAccount,
    private readonly standby: Standby,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /**
   * @param input.inPlaceOf the role that the caller has seen; `null` for any
   * @throws Forbidden, NotFound, EditedMeanwhile, UnknownReference, GrantRefused, OwnerApprovalRequired, LastOwner; DomainError
   * BREAK_GLASS_NEEDED
   */
  async execute(input: RoleChange): Promise<Member> {
    const { caller, organizationId, userId, roleId, inPlaceOf } = input;
    await this.access.require(caller, 'member.remove', { organizationId });
    const event = {
      action: 'member.role_changed',
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'user', id: userId },
    };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        // Locked before the organization, in the order in which directories lock both.
        await this.lockAccount.execute(userId);
        // When two owners demote each other at once, the second must see what the first has done.
        await this.organizations.lock(organizationId);
        const held = await this.access.require(caller, 'member.remove', { organizationId });
        const [before, after] = [await this.members.roleOf(organizationId, userId), await this.roles.find(roleId)];
        const person = await this.members.find(organizationId, userId);
        if (before === null || person === null) throw new NotFound('Member');
        if (after?.organizationId !== organizationId) throw new UnknownReference('role_id', 'role');
        assertTakes(held, before.permissions);
        assertSeen(inPlaceOf, before.id);
        if (!covers(before.permissions, after.permissions)) await this.giveRole.execute({ caller, held, role: after, member: person });
        if (isOwner(before) && !isOwner(after) && (await this.members.otherOwners(organizationId, userId)) === 0) throw new LastOwner();
        if (isOwner(before) && !isOwner(after)) await this.standby.spare({ organizationId, userId, by: 'owner' });
        await this.members.changeRole(organizationId, userId, roleId);
        await this.auditTrail.record({
          ...event,
          outcome: 'success',
          detail: { from: before.name, to: after.name },
        });
        const member = await this.members.find(organizationId, userId);
        if (member === null) throw new NotFound('Member');
        return member;
      }),
    );
  }
}
