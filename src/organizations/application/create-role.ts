import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import type { PermissionGrant } from '../../shared/permission.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { type Role, assertGives, assertNameFree, inOrder } from '../domain/role.js';
import { Organizations } from './ports/organizations.js';
import { Roles } from './ports/roles.js';

@Injectable()
export class CreateRole {
  constructor(
    private readonly access: AccessControl,
    private readonly organizations: Organizations,
    private readonly roles: Roles,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @throws Forbidden, NotFound, GrantRefused, NameTaken */
  async execute(input: { caller: Caller; organizationId: number; name: string; permissions: readonly PermissionGrant[] }): Promise<Role> {
    const { caller, organizationId, name } = input;
    const permissions = inOrder(input.permissions);
    const held = await this.access.require(caller, 'role.manage', { organizationId });
    const event = { action: 'role.created', actorUserId: caller.userId, organizationId };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        // Locked, so that of two names that differ only in case just one is created.
        if ((await this.organizations.lock(organizationId)) === null) throw new NotFound('Organization');
        assertGives(held, permissions);
        assertNameFree(await this.roles.ofOrganization(organizationId), name);
        const role = await this.roles.add({ organizationId, name, isBuiltIn: false, permissions });
        await this.auditTrail.record({
          ...event,
          outcome: 'success',
          target: { type: 'role', id: role.id },
          detail: { name, permissions },
        });
        return role;
      }),
    );
  }
}
