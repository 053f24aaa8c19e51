import type { GroupReference } from '../../domain/represent.js';
import type { ResourceReference } from '../../domain/resource.js';

/** What resources show of others, for many of them at once; those that have none are missing from the maps. */
export abstract class ResourceRelations {
  /** The members themselves, in the order in which they came. */
  abstract membersOf(
    organizationId: number,
    groupIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly ResourceReference[]>>;

  /** The groups, and the groups that those are in, by name. */
  abstract groupsOf(
    organizationId: number,
    userIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly GroupReference[]>>;

  /** The users of these ids; what is no id of a user is missing. */
  abstract users(organizationId: number, ids: readonly string[]): Promise<ReadonlyMap<string, ResourceReference>>;
}
