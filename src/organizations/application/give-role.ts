import { Injectable } from '@nestjs/common';
import { EndDirectoryPassword } from '../../accounts/application/end-directory-password.js';
import type { Caller } from '../../shared/caller.js';
import { covers, mayGive } from '../../shared/permission.js';
import type { Held } from '../../shared/ports/access-control.js';
import { OwnerConsent } from '../../shared/ports/owner-consent.js';
import { assertGives, type Role } from '../domain/role.js';
import { Members } from './ports/members.js';

/** Checks whether a person may be given a role, before it happens. Joins the unit of work in which it is given. */
@Injectable()
export class GiveRole {
  constructor(
    private readonly consent: OwnerConsent,
    private readonly members: Members,
    private readonly endDirectoryPassword: EndDirectoryPassword,
  ) {}

  /** @throws GrantRefused; OwnerApprovalRequired for a system administrator who has no other power there */
  async execute(input: { caller: Caller; held: Held; role: Role; member: { userId: number; email: string } }): Promise<void> {
    const { caller, held, role, member } = input;
    const { organizationId, id: roleId, permissions } = role;
    if (!held.isSystemAdmin) assertGives(held, permissions);
    else if (!mayGive(held, permissions))
      await this.consent.spend(caller, organizationId, { kind: 'give_role', email: member.email, roleId, permissions });
    const before = await this.members.roleOf(organizationId, member.userId);
    if (!covers(before?.permissions ?? [], permissions)) await this.endDirectoryPassword.execute(member.userId);
  }
}
