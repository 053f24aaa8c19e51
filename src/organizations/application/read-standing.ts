import { Injectable } from '@nestjs/common';
import type { PermissionGrant } from '../../shared/permission.js';
import { Members } from './ports/members.js';
import { Organizations } from './ports/organizations.js';
import { Workspaces } from './ports/workspaces.js';

@Injectable()
export class ReadStanding {
  constructor(
    private readonly members: Members,
    private readonly workspaces: Workspaces,
    private readonly organizations: Organizations,
  ) {}

  /** What a person holds in an organization, without what they hold in its workspaces. Checks no permission. */
  async execute(input: {
    userId: number;
    organizationId: number;
    workspaceId: number;
  }): Promise<{ grants: readonly PermissionGrant[]; isInWorkspace: boolean }> {
    const { userId, organizationId, workspaceId } = input;
    const grants = await this.members.grantsAt(userId, { organizationId });
    return { grants: grants ?? [], isInWorkspace: await this.workspaces.isMember(workspaceId, userId) };
  }

  /** Whether an organization never had an owner; if so, none can be made until the unit of work ends. */
  isUnowned(organizationId: number): Promise<boolean> {
    return this.organizations.isUnowned(organizationId);
  }
}
