import { Injectable } from '@nestjs/common';
import { Grants } from './ports/grants.js';
import { GroupMappings } from './ports/group-mappings.js';

/** Gives people the roles of their groups after something changed about where they are. */
@Injectable()
export class ApplyMapping {
  constructor(
    private readonly mappings: GroupMappings,
    private readonly grants: Grants,
  ) {}

  /**
   * Joins the unit of work, which holds the mapping since before it locked a resource.
   * @param input.resourceIds users, and groups for everybody in them: who joined or left a group, or got an account
   */
  async execute(input: {
    organizationId: number;
    resourceIds: readonly string[];
    actorUserId: number | null;
  }): Promise<void> {
    const { organizationId, resourceIds, actorUserId } = input;
    if (resourceIds.length === 0) return;
    const fallback = await this.mappings.fallbackOf(organizationId);
    if (fallback === null) return;
    const entitlements = await this.mappings.entitlementsOf(organizationId, resourceIds);
    if (entitlements.userIds.length === 0) return;
    await this.grants.apply({ organizationId, entitlements, fallbackRoleId: fallback.roleId, actorUserId });
  }
}
