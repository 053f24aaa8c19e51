import { Injectable } from '@nestjs/common';
import { FindAccount } from '../../accounts/application/find-account.js';
import { type PermissionGrant, holdsEverything } from '../../shared/permission.js';
import { grantsInWorkspace } from '../../shared/workspace-grants.js';
import { Members } from './ports/members.js';
import { Organizations } from './ports/organizations.js';
import { Workspaces } from './ports/workspaces.js';

@Injectable()
export class ReadStanding {
  constructor(
    private readonly members: Members,
    private readonly workspaces: Workspaces,
    private readonly organizations: Organizations,
    private readonly findAccount: FindAccount,
  ) {}

  /** What a person holds in an organization, and in one of its workspaces. Checks no permission. */
  async execute(input: {
    userId: number;
    organizationId: number;
    workspaceId: number;
  }): Promise<{ grants: readonly PermissionGrant[]; within: readonly PermissionGrant[]; isInWorkspace: boolean }> {
    const { userId, organizationId, workspaceId } = input;
    const session = { userId, ssoConnectionId: null, mfaAt: null, deviceId: null };
    const standing = await this.members.standingAt(session, { organizationId, workspaceId });
    const grants = standing?.permissions ?? [];
    const within = standing?.workspace ? grantsInWorkspace(grants, standing.workspace) : null;
    return { grants, within: within ?? [], isInWorkspace: await this.workspaces.isMember(workspaceId, userId) };
  }

  /**
   * Whether what a person has approved still stands: it does while they are an owner with an active account, as `AccessRequests` says of
   * approvals that are not used yet.
   */
  async isOwner(userId: number, organizationId: number): Promise<boolean> {
    if ((await this.findAccount.execute(userId)) === null) return false;
    return holdsEverything((await this.members.grantsAt(userId, organizationId)) ?? []);
  }

  /** Whether an organization never had an owner; if so, none can be made until the unit of work ends. */
  isUnowned(organizationId: number): Promise<boolean> {
    return this.organizations.isUnowned(organizationId);
  }
}
