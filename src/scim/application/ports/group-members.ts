import type { Filter } from '../../../engines/scim-protocol/filter/filter.js';

export interface GroupKey {
  readonly organizationId: number;
  readonly groupId: string;
}

/** Who is in a group. Each of these costs as much as it changes; the group's row is locked before. Ids of resources. */
export abstract class GroupMembers {
  /** @returns who was not in it before @throws InvalidValue for an id that the organization lacks, and for the group itself */
  abstract add(group: GroupKey, memberIds: readonly string[]): Promise<string[]>;
  /** @returns who was in it; unknown ids are ignored */
  abstract remove(group: GroupKey, memberIds: readonly string[]): Promise<string[]>;
  abstract removeMatching(group: GroupKey, filter: Filter): Promise<string[]>;
  abstract removeAll(group: GroupKey): Promise<string[]>;
  /** @returns who joined or left @throws as `add` */
  abstract replace(group: GroupKey, memberIds: readonly string[]): Promise<string[]>;
}
