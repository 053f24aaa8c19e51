import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { assertSeen, NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { NameFollowers } from '../../shared/ports/name-followers.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { BuiltInRoleFixed } from '../domain/organization.errors.js';
import { assertTakes } from '../domain/role.js';
import { Organizations } from './ports/organizations.js';
import { Roles } from './ports/roles.js';

@Injectable()
export class DeleteRole {
  constructor(
    private readonly access: AccessControl,
    private readonly organizations: Organizations,
    private readonly roles: Roles,
    private readonly nameFollowers: NameFollowers,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @param input.expectedVersion `null` for any @throws NotFound, Forbidden, BuiltInRoleFixed, EditedMeanwhile, RoleInUse, Unavailable */
  async execute(input: { caller: Caller; roleId: number; expectedVersion: number | null }): Promise<void> {
    const { caller, roleId, expectedVersion } = input;
    const found = await this.roles.findFor(caller, roleId);
    if (found === null) {
      const asked = { type: 'role', id: roleId, name: 'Role' } as const;
      throw await this.access.refuseUnknown(caller, 'role.manage', asked);
    }
    const { organizationId } = found;
    const held = await this.access.require(caller, 'role.manage', { organizationId }, 'Role');
    if (found.isBuiltIn) throw new BuiltInRoleFixed();
    const event = {
      action: 'role.deleted',
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'role', id: roleId },
    };
    await recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        await this.organizations.lock(organizationId);
        // Behind the lock: policies name it as it is called now.
        const role = await this.roles.lock(roleId);
        if (role === null) throw new NotFound('Role');
        assertTakes(held, role.permissions);
        assertSeen(expectedVersion, role.version);
        await this.roles.remove(roleId);
        const gone = { organizationId, kind: 'role', id: roleId, from: role.name, to: null } as const;
        await this.nameFollowers.follow({ ...gone, actorUserId: caller.userId });
        await this.auditTrail.record({
          ...event,
          outcome: 'success',
          detail: { name: role.name },
        });
      }),
    );
  }
}
