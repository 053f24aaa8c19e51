import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { Role } from '../domain/role.js';
import { Roles } from './ports/roles.js';

@Injectable()
export class ListRoles {
  constructor(
    private readonly access: AccessControl,
    private readonly roles: Roles,
  ) {}

  /** The built-in roles, then the custom ones. @throws Forbidden; NotFound for a system administrator */
  async execute(caller: Caller, organizationId: number): Promise<readonly Role[]> {
    await this.access.require(caller, 'role.read', { organizationId });
    const roles = await this.roles.ofOrganization(organizationId);
    if (roles.length === 0) throw new NotFound('Organization');
    return roles;
  }
}
