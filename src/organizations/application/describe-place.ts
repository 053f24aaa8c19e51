import { Injectable } from '@nestjs/common';
import type { PermissionGrant } from '../../shared/permission.js';
import { Organizations } from './ports/organizations.js';
import { Roles } from './ports/roles.js';
import { Workspaces } from './ports/workspaces.js';

export interface PlaceIds {
  readonly organizationId: number;
  readonly workspaceId: number;
  readonly roleId: number;
}

/** A workspace of an organization, and the role that a person is to have in it. */
export interface OfferedPlace {
  readonly organization: { readonly id: number; readonly name: string };
  readonly workspace: { readonly id: number; readonly name: string };
  readonly role: { readonly id: number; readonly name: string; readonly permissions: readonly PermissionGrant[] };
}

/** Each part is `null` when the organization has no such thing. */
export type PartsOfPlace = { readonly [Part in keyof OfferedPlace]: OfferedPlace[Part] | null };

/** Names for ids. Checks no permission. */
@Injectable()
export class DescribePlace {
  constructor(
    private readonly organizations: Organizations,
    private readonly workspaces: Workspaces,
    private readonly roles: Roles,
  ) {}

  async execute({ organizationId, workspaceId, roleId }: PlaceIds): Promise<PartsOfPlace> {
    const organization = await this.organizations.find(organizationId);
    const workspace = await this.workspaces.find(workspaceId);
    return partsOf(organizationId, organization, workspace, await this.roles.find(roleId));
  }

  /** As `execute`, and workspace and role stay as they are until the unit of work ends. */
  async hold({ organizationId, workspaceId, roleId }: PlaceIds): Promise<PartsOfPlace> {
    const organization = await this.organizations.find(organizationId);
    const workspace = await this.workspaces.hold(workspaceId);
    return partsOf(organizationId, organization, workspace, await this.roles.hold(roleId));
  }
}

function partsOf(
  organizationId: number,
  organization: OfferedPlace['organization'] | null,
  workspace: (OfferedPlace['workspace'] & { readonly organizationId: number }) | null,
  role: (OfferedPlace['role'] & { readonly organizationId: number }) | null,
): PartsOfPlace {
  return {
    organization: organization && { id: organization.id, name: organization.name },
    workspace: workspace?.organizationId === organizationId ? { id: workspace.id, name: workspace.name } : null,
    role: role?.organizationId === organizationId ? { id: role.id, name: role.name, permissions: role.permissions } : null,
  };
}
