import { Injectable } from '@nestjs/common';
import { Organizations } from './ports/organizations.js';
import { ProvisionedMembers, type Standing } from './ports/provisioned-members.js';

/** What a person is in an organization, for contexts that admit, suspend or dismiss members. */
@Injectable()
export class FindStanding {
  constructor(
    private readonly organizations: Organizations,
    private readonly members: ProvisionedMembers,
  ) {}

  /** Locks nothing. */
  execute({ organizationId, userId }: { organizationId: number; userId: number }): Promise<Standing> {
    return this.members.standingOf(organizationId, userId);
  }

  /**
   * For callers that are about to suspend, reinstate or dismiss a member; call it with the account locked, before
   * anything else is. For an owner it locks the organization: changes of owners take turns, and everyone locks it
   * before what is in it.
   */
  async lock(input: { organizationId: number; userId: number }): Promise<Standing> {
    const { organizationId, userId } = input;
    const standing = await this.members.standingOf(organizationId, userId);
    if (standing.isOwner) await this.organizations.lock(organizationId);
    return standing;
  }

  /** As `lock`, for callers that lock the organization in any case: it is locked shared, for an owner as `lock` does. */
  async hold(input: { organizationId: number; userId: number }): Promise<Standing> {
    const { organizationId, userId } = input;
    const standing = await this.members.holdStanding(organizationId, userId);
    if (standing.isOwner) await this.organizations.lock(organizationId);
    return standing;
  }
}
