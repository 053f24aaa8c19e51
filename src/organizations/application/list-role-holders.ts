import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { type RoleHolder, RoleHolders } from './ports/role-holders.js';
import { Roles } from './ports/roles.js';

/** Who has a role, in the organization and in its workspaces. */
@Injectable()
export class ListRoleHolders {
  constructor(
    private readonly access: AccessControl,
    private readonly roles: Roles,
    private readonly holders: RoleHolders,
  ) {}

  /** @param input.search words of names, usernames or addresses, or their beginnings @throws NotFound, Forbidden */
  async execute(input: { caller: Caller; roleId: number; search: string | null; request: PageRequest }): Promise<Page<RoleHolder>> {
    const { caller, roleId, search, request } = input;
    const role = await this.roles.findFor(caller, roleId);
    if (role === null) throw await this.access.refuseUnknown(caller, 'role.read', { type: 'role', id: roleId, name: 'Role' });
    const { organizationId } = role;
    await this.access.require(caller, 'role.read', { organizationId }, 'Role');
    await this.access.require(caller, 'member.read', { organizationId }, 'Role');
    const reach = await this.access.reachOfWorkspaces(caller, [organizationId]);
    return this.holders.pageOf(role, search?.trim() || null, reach, request);
  }
}
