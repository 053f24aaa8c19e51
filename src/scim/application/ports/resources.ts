import type { GroupReference, Resource, ResourceReference } from '../../domain/resource.js';
import type { ResourceTypeName } from '../../../engines/scim-protocol/schema/resource-type.js';
import type { ResourceKeys } from '../../domain/resource-keys.js';

/** What resources show of others, for many of them at once; those that have none are missing from the maps. */
export abstract class ResourceRelations {
  /** The members themselves, in the order in which they came. */
  abstract membersOf(organizationId: number, groupIds: readonly string[]): Promise<ReadonlyMap<string, readonly ResourceReference[]>>;

  /** The groups, and the groups that those are in, by name. */
  abstract groupsOf(organizationId: number, userIds: readonly string[]): Promise<ReadonlyMap<string, readonly GroupReference[]>>;

  /** The users with these ids; other ids are left out. */
  abstract users(organizationId: number, ids: readonly string[]): Promise<ReadonlyMap<string, ResourceReference>>;
}

/** Users and groups of one organization each time; another organization's resource is not found. */
export abstract class Resources {
  /** @throws NotUnique */
  abstract add(resource: Resource, keys: ResourceKeys): Promise<void>;
  abstract find(organizationId: number, type: ResourceTypeName, id: string): Promise<Resource | null>;
  /** As `find`, and of a user with the groups. */
  abstract findShown(organizationId: number, type: ResourceTypeName, id: string): Promise<Resource | null>;
  /** It cannot be changed by others until the unit of work ends. */
  abstract lock(organizationId: number, type: ResourceTypeName, id: string): Promise<Resource | null>;
  /** Whether a resource has the name, or one that looks the same. */
  abstract isNameTaken(organizationId: number, type: ResourceTypeName, name: string): Promise<boolean>;
  abstract findByAccount(organizationId: number, userId: number): Promise<Resource | null>;
  /** @throws NotUnique */
  abstract save(resource: Resource, keys: ResourceKeys): Promise<void>;
  /** The same for a user who is still at the version before. @returns it with the groups @throws NotUnique, ConcurrentChange */
  abstract saveShown(user: Resource, keys: ResourceKeys): Promise<Resource>;
  /** Another version, for what changed beside the attributes: members. */
  abstract touch(organizationId: number, id: string, at: Date): Promise<void>;
  /** With its memberships. */
  abstract remove(organizationId: number, id: string): Promise<void>;
}
