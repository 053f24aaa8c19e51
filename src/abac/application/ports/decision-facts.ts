import type { PermissionGrant } from '../../../shared/permission.js';
import type { Facts } from './policy-facts.js';

/** A member as others ask about them: no session of theirs is known. */
export interface MemberFacts extends Pick<Facts, 'principal' | 'isBreakGlass'> {
  readonly permissions: readonly PermissionGrant[];
}

export interface ThingFacts {
  readonly type: 'Workspace' | 'DataSource';
  readonly id: number;
  readonly labels: readonly string[];
  /** Of the workspace that holds a data source. */
  readonly workspaceId: number | null;
  /** Whether the workspace is public; `null` for what belongs to the organization itself. */
  readonly isPublic: boolean | null;
  /** Further roles that these people hold in the workspace, or in the one that holds the data source. */
  readonly held: readonly {
    readonly userId: number;
    readonly role: string;
    readonly permissions: readonly PermissionGrant[];
  }[];
}

export interface Candidates {
  readonly organizationId: number;
  readonly after: number;
  readonly most: number;
}

/** People and things that are asked about together. */
export interface Wanted {
  readonly userIds: readonly number[];
  readonly workspaceIds: readonly number[];
  readonly dataSourceIds: readonly number[];
}

export interface WantedFacts {
  /** Which policies decide; `null` where none do. */
  readonly epoch: number | null;
  /** Without those who are suspended, or whose account is disabled. */
  readonly members: readonly MemberFacts[];
  /** Empty when there are no members. */
  readonly things: readonly ThingFacts[];
}

/** What decisions about many people and things are made of, in one statement each. */
export abstract class DecisionFacts {
  abstract of(organizationId: number, wanted: Wanted): Promise<WantedFacts>;
  /** Ids in their order. */
  abstract candidates(kind: 'user' | 'workspace' | 'data_source', page: Candidates): Promise<readonly number[]>;
}
