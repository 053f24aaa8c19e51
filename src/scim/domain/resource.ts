import type { JsonObject } from '../../engines/scim-protocol/json.js';
import type { ResourceTypeName } from '../../engines/scim-protocol/schema/resource-type.js';
import { VersionMismatch } from '../../engines/scim-protocol/scim.errors.js';

/** A user or group as it is kept. */
export interface Resource {
  /** A UUID; never given out twice. */
  readonly id: string;
  readonly organizationId: number;
  readonly type: ResourceTypeName;
  /** The account behind a user, as long as the account is a member of the organization; `null` for groups. */
  readonly userId: number | null;
  /**
   * The attributes that the client sent and the schemas define, under their names: without `id`, `meta`, `schemas`,
   * `groups`, `members` and `password`, which are kept elsewhere or not at all. Extensions are under their URN.
   */
  readonly attributes: JsonObject;
  /** Rises with each change: `W/"<version>"`. */
  readonly version: number;
  readonly createdAt: Date;
  readonly lastModifiedAt: Date;
  /** Whether this service made the user of a member, whom no client has written yet if it is of the first version. */
  readonly isInferred?: boolean;
  /** The groups of a user when it was read or saved; absent if nobody is about to show them. Kept elsewhere. */
  readonly groups?: readonly GroupReference[];
  /** What the provisioning log says about the change with this outcome; kept nowhere else. */
  readonly note?: string;
}

/** What a reference to a resource shows. */
export interface ResourceReference {
  readonly id: string;
  readonly type: ResourceTypeName;
  readonly display: string | null;
}

export interface GroupReference extends ResourceReference {
  /** Whether the user is a member directly, not by way of a group in the group. */
  readonly direct: boolean;
}

/** @param expected `null` for any @throws VersionMismatch */
export function assertVersion(resource: Resource, expected: number | null): void {
  if (expected !== null && expected !== resource.version) throw new VersionMismatch();
}

/** For the audit trail; without an id that no resource can have, because its sender chooses the text. */
export function targetOf(type: ResourceTypeName, id: string): { target?: { type: string; id: string } } {
  return /^[\w-]{1,64}$/.test(id) ? { target: { type: `scim_${type.toLowerCase()}`, id } } : {};
}

export function nameOfGroup({ displayName }: JsonObject): string {
  return typeof displayName === 'string' ? displayName : '';
}
