import { Injectable } from '@nestjs/common';
import type { PermissionGrant } from '../../shared/permission.js';
import { Organizations } from './ports/organizations.js';
import { Roles } from './ports/roles.js';
import { Workspaces } from './ports/workspaces.js';

export interface PlaceDescription {
  readonly organization: { readonly id: number; readonly name: string };
  readonly workspace: { readonly id: number; readonly name: string };
  readonly role: { readonly id: number; readonly name: string; readonly permissions: readonly PermissionGrant[] };
}

@Injectable()
export class DescribePlace {
  constructor(
    private readonly organizations: Organizations,
    private readonly workspaces: Workspaces,
    private readonly roles: Roles,
  ) {}

  /** Names for ids. Each is `null` where the organization has no such thing. Asks nobody's permission. */
  async execute(input: {
    organizationId: number;
    workspaceId: number;
    roleId: number;
    /** Whether workspace and role have to stay as they are until the unit of work ends. */
    hold: boolean;
  }): Promise<{ [Part in keyof PlaceDescription]: PlaceDescription[Part] | null }> {
    const { organizationId, workspaceId, roleId, hold } = input;
    const organization = await this.organizations.find(organizationId);
    const workspace = await (hold ? this.workspaces.hold(workspaceId) : this.workspaces.find(workspaceId));
    const role = await (hold ? this.roles.hold(roleId) : this.roles.find(roleId));
    return {
      organization: organization && { id: organization.id, name: organization.name },
      workspace: workspace?.organizationId === organizationId ? { id: workspace.id, name: workspace.name } : null,
      role:
        role?.organizationId === organizationId
          ? { id: role.id, name: role.name, permissions: role.permissions }
          : null,
    };
  }
}
