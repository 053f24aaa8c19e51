import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { mayGive } from '../../shared/permission.js';
import type { Held } from '../../shared/ports/access-control.js';
import { OwnerConsent } from '../../shared/ports/owner-consent.js';
import { assertGives, type Role } from '../domain/role.js';

/** Asks whether somebody may give a role to a person. Joins the unit of work in which it is given. */
@Injectable()
export class GiveRole {
  constructor(private readonly consent: OwnerConsent) {}

  /** @throws GrantRefused; OwnerApprovalRequired for a system administrator who has nothing but that */
  async execute(input: { caller: Caller; held: Held; role: Role; email: string }): Promise<void> {
    const { caller, held, role, email } = input;
    if (!held.isSystemAdmin) return assertGives(held, role.permissions);
    if (mayGive(held, role.permissions)) return;
    await this.consent.spend(caller, role.organizationId, { kind: 'give_role', email, roleId: role.id });
  }
}
