import type { MappingSettings } from '../../../shared/group-mapping.js';
import type { Entitlements, MappingReach } from '../../domain/group-mapping.js';

/**
 * Which groups of an organization give which roles. A change of them locks the organization exclusively; applying them locks it
 * shared, before rows of resources: there may be no settings to lock yet.
 */
export abstract class GroupMappings {
  /** `null` when there is no such organization. */
  abstract find(organizationId: number): Promise<MappingSettings | null>;
  /** @throws ValidationFailed for a group that is not there */
  abstract save(organizationId: number, settings: MappingSettings, at: Date): Promise<void>;
  /**
   * The default role of people who are brought, or leave their last mapped group: `roleId` is `null` for the built-in
   * viewer.
   * @returns `null` while no mapping was ever made: then groups gave nothing
   */
  abstract fallbackOf(organizationId: number): Promise<{ readonly roleId: number | null } | null>;
  /**
   * What a user is entitled to as one of these resources, or in one of them. @returns `null` while no mapping was ever
   * made
   */
  abstract reachOf(organizationId: number, resourceIds: readonly string[]): Promise<MappingReach | null>;
  /** The entitlements of the people among these resources, and in the groups among them. */
  abstract entitlementsOf(organizationId: number, resourceIds: readonly string[]): Promise<Entitlements>;
  /** The entitlements of all people in a mapped group. */
  abstract allEntitlements(organizationId: number): Promise<Omit<Entitlements, 'userIds'>>;
  /** Ids of the users in a group, directly or by way of other groups. */
  abstract usersWithin(organizationId: number, groupId: string): Promise<string[]>;
}
