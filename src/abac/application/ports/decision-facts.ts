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
  /** Further roles that these people hold in the workspace. */
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

/** What decisions about many people and things are made of, in one statement each. */
export abstract class DecisionFacts {
  /** `null` if no policies decide. */
  abstract epochOf(organizationId: number): Promise<number | null>;
  /** Without those who are suspended, or whose account is disabled. */
  abstract members(organizationId: number, userIds: readonly number[]): Promise<readonly MemberFacts[]>;
  abstract things(
    organizationId: number,
    wanted: { readonly workspaceIds: readonly number[]; readonly dataSourceIds: readonly number[] },
    userIds: readonly number[],
  ): Promise<readonly ThingFacts[]>;
  /** Ids in their order. */
  abstract candidates(kind: 'user' | 'workspace' | 'data_source', page: Candidates): Promise<readonly number[]>;
}
