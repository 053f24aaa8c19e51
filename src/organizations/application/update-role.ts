import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { assertSeen, NotFound } from '../../shared/domain-error.js';
import { type PermissionGrant, covers } from '../../shared/permission.js';
import { AccessControl, type Held } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { NameFollowers } from '../../shared/ports/name-followers.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { BuiltInRoleFixed } from '../domain/organization.errors.js';
import { type Role, assertGives, assertNameFree, assertTakes, inOrder } from '../domain/role.js';
import { EndOutgrownPasswords } from './end-outgrown-passwords.js';
import { Organizations } from './ports/organizations.js';
import { Roles } from './ports/roles.js';

/** Changes a custom role for everyone who has it; takes effect with their next request. */
@Injectable()
export class UpdateRole {
  constructor(
    private readonly access: AccessControl,
    private readonly organizations: Organizations,
    private readonly roles: Roles,
    private readonly endOutgrownPasswords: EndOutgrownPasswords,
    private readonly nameFollowers: NameFollowers,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @throws NotFound, Forbidden, BuiltInRoleFixed, GrantRefused, EditedMeanwhile, NameTaken, Unavailable */
  async execute(input: {
    caller: Caller;
    roleId: number;
    change: { readonly name?: string; readonly permissions?: readonly PermissionGrant[] };
    expectedVersion: number | null;
  }): Promise<Role> {
    const { caller, roleId, change, expectedVersion } = input;
    const permissions = change.permissions && inOrder(change.permissions);
    const found = await this.roles.findFor(caller, roleId);
    if (found === null) {
      const asked = { type: 'role', id: roleId, name: 'Role' } as const;
      throw await this.access.refuseUnknown(caller, 'role.manage', asked);
    }
    const { organizationId } = found;
    await this.access.require(caller, 'role.manage', { organizationId }, 'Role');
    const event = {
      action: 'role.updated',
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'role', id: roleId },
    };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        // Locked before what is in it, as everywhere: no directory can set a password for a member whose role is about to allow more.
        await this.organizations.lock(organizationId);
        const role = await this.roles.lock(roleId);
        if (role === null) throw new NotFound('Role');
        if (role.isBuiltIn) throw new BuiltInRoleFixed();
        // Checked behind the lock: what was taken away while this waited is not given back.
        const held = await this.access.require(caller, 'role.manage', { organizationId }, 'Role');
        assertRewrites(held, role, permissions ?? []);
        assertSeen(expectedVersion, role.version);
        const saved = await this.roles.save({
          ...role,
          name: await this.freeName(role, change.name),
          permissions: permissions ?? role.permissions,
        });
        if (!covers(role.permissions, saved.permissions)) await this.endOutgrownPasswords.execute(organizationId, null);
        const renamed = { organizationId, kind: 'role', id: roleId, from: role.name, to: saved.name } as const;
        await this.nameFollowers.follow({ ...renamed, actorUserId: caller.userId });
        await this.auditTrail.record({
          ...event,
          outcome: 'success',
          detail: { name: saved.name, permissions: saved.permissions, permissions_before: role.permissions },
        });
        return saved;
      }),
    );
  }

  /** Behind the lock of the organization. @throws NameTaken */
  private async freeName(role: Role, name = role.name): Promise<string> {
    if (name === role.name) return name;
    const all = await this.roles.ofOrganization(role.organizationId);
    assertNameFree(
      all.filter(({ id }) => id !== role.id),
      name,
    );
    return name;
  }
}

/** What the role allows already counts as well: a person who lacks it must not rewrite it for others. */
function assertRewrites(held: Held, { permissions: before }: Role, after: readonly PermissionGrant[]): void {
  assertTakes(held, before);
  assertGives(
    held,
    after.filter((one) => !before.includes(one)),
  );
}
