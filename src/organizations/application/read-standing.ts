import { Injectable } from '@nestjs/common';
import type { PermissionGrant } from '../../shared/permission.js';
import { Members } from './ports/members.js';
import { Workspaces } from './ports/workspaces.js';

@Injectable()
export class ReadStanding {
  constructor(
    private readonly members: Members,
    private readonly workspaces: Workspaces,
  ) {}

  /** What somebody holds in an organization, without what is held in its workspaces. Asks nobody's permission. */
  async execute(input: {
    userId: number;
    organizationId: number;
    workspaceId: number;
  }): Promise<{ grants: readonly PermissionGrant[]; isInWorkspace: boolean }> {
    const { userId, organizationId, workspaceId } = input;
    const grants = await this.members.grantsAt(userId, { organizationId });
    return { grants: grants ?? [], isInWorkspace: await this.workspaces.isMember(workspaceId, userId) };
  }
}
