import type { Page, PageRequest } from '../../../shared/page.js';

/** A group of the directory, as administrators read of it. */
export interface DirectoryGroup {
  readonly id: string;
  /** As the directory spells it. */
  readonly displayName: string;
  /** Users and groups that are in it directly. */
  readonly memberCount: number;
  readonly isMapped: boolean;
}

export abstract class DirectoryGroups {
  /** By name; `search` is the beginning of one, folded. */
  abstract pageOf(organizationId: number, search: string, request: PageRequest): Promise<Page<DirectoryGroup>>;
  /** Groups that give roles, by name. */
  abstract mapped(organizationId: number): Promise<readonly DirectoryGroup[]>;
}
