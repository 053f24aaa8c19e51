import type { Entitlements, MappingSettings } from '../../domain/group-mapping.js';

/** Which groups of an organization give which roles. */
export abstract class GroupMappings {
  /** Nobody changes them until the unit of work ends; before rows of resources, as everywhere. */
  abstract hold(organizationId: number): Promise<void>;
  /** `null` when there is no such organization. */
  abstract find(organizationId: number): Promise<MappingSettings | null>;
  /** Waits for whoever holds them, and keeps others out. */
  abstract lock(organizationId: number): Promise<MappingSettings | null>;
  /** @throws ValidationFailed for a group that is not there */
  abstract save(organizationId: number, settings: MappingSettings, at: Date): Promise<void>;
  /** Of the people among these resources and in the groups among them; `null` when the organization maps no group. */
  abstract entitlementsOf(organizationId: number, resourceIds: readonly string[]): Promise<Entitlements | null>;
  /** Of everybody who is in a mapped group. */
  abstract allEntitlements(organizationId: number): Promise<Omit<Entitlements, 'userIds'>>;
  /** Ids of the users in a group, directly or not; none when the organization maps no group. */
  abstract usersWithin(organizationId: number, groupId: string): Promise<string[]>;
}
