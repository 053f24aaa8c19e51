import { Injectable } from '@nestjs/common';
import type { Held } from '../../shared/ports/access-control.js';
import { UnknownReference } from '../domain/organization.errors.js';
import { assertGives } from '../domain/role.js';
import { Roles } from './ports/roles.js';

/** Other people will give a default role to members later, so the person who sets it must hold what it allows. */
@Injectable()
export class AssignableRole {
  constructor(private readonly roles: Roles) {}

  /** @param roleId `undefined` when left out @throws UnknownReference, GrantRefused */
  async assert(held: Held, organizationId: number, roleId: number | undefined): Promise<void> {
    if (roleId === undefined) return;
    const role = await this.roles.find(roleId);
    if (role?.organizationId !== organizationId) throw new UnknownReference('settings.default_role_id', 'role');
    assertGives(held, role.permissions);
  }
}
