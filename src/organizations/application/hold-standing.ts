import { Injectable } from '@nestjs/common';
import { Organizations } from './ports/organizations.js';
import { ProvisionedMembers, type Standing } from './ports/provisioned-members.js';

/** For whoever is about to suspend, reinstate or dismiss a member; with the account locked, before anything else is. */
@Injectable()
export class HoldStanding {
  constructor(
    private readonly organizations: Organizations,
    private readonly members: ProvisionedMembers,
  ) {}

  /** Of an owner the organization is locked too: changes of owners take turns, and everyone locks it before what is in it. */
  async execute(input: { organizationId: number; userId: number }): Promise<Standing> {
    const { organizationId, userId } = input;
    const standing = await this.members.standingOf(organizationId, userId);
    if (standing.isOwner) await this.organizations.lock(organizationId);
    return standing;
  }

  /** The same for whoever only looks: locks nothing. */
  look({ organizationId, userId }: { organizationId: number; userId: number }): Promise<Standing> {
    return this.members.standingOf(organizationId, userId);
  }
}
