import type { PermissionGrant } from '../../../shared/permission.js';
import type { Reach, ReachOfWorkspaces } from '../../../shared/reach.js';
import type { Principal } from '../../domain/policy-request.js';
import type { SignInWays } from '../../domain/sign-in-ways.js';

/** What policies read of a person in an organization, and of what they act on. */
export interface Facts {
  readonly organizationId: number;
  readonly principal: Principal;
  readonly isBreakGlass: boolean;
  /** Whether the device of the session is trusted at this moment, for as long as the organization lets it be. */
  readonly isDeviceTrusted: boolean;
  /** The workspace or data source that was asked for; `null` if none was, or if it does not exist. */
  readonly labels: readonly string[] | null;
  /** Of the workspace that holds the data source that was asked for. */
  readonly workspaceId: number | null;
}

export interface FactsAsked {
  readonly userId: number;
  readonly deviceId: number | null;
  readonly organizationIds: readonly number[];
  readonly workspaceId: number | null;
  readonly dataSourceId: number | null;
}

/** Workspaces or data sources which policies cannot tell apart, unless one names an id. */
export interface Alike {
  readonly labels: readonly string[];
  /** The role that the person holds in these workspaces, or in the one that holds these data sources. */
  readonly role: string | null;
  /** The workspace that holds these data sources. */
  readonly workspaceId: number | null;
  readonly ids: readonly number[];
}

/** A workspace or data source with these labels. */
export interface Labelled {
  readonly type: 'Workspace' | 'DataSource';
  readonly id: number;
  readonly labels: readonly string[];
}

/** A member who can act. */
export interface Person {
  readonly principal: Principal;
  readonly isOwner: boolean;
  readonly permissions: readonly PermissionGrant[];
  readonly ways: SignInWays;
}

/** Without emergency accounts, which no policy covers. */
export interface People {
  /** Owners first. */
  readonly people: readonly Person[];
  /** Connections through which the organization's people can sign on. */
  readonly connectionIds: readonly number[];
}

export abstract class PolicyFacts {
  /** In one statement. */
  abstract of(asked: FactsAsked): Promise<readonly Facts[]>;
  /** Those of the organization that are in reach. */
  abstract alike(organizationId: number, userId: number, reach: Reach | ReachOfWorkspaces): Promise<readonly Alike[]>;
  abstract people(organizationId: number, among: 'owners' | 'all', most: number): Promise<People>;
  /** Connections through which the organization's people can sign on. */
  abstract connections(organizationId: number): Promise<readonly number[]>;
  /** Each once, however many things have them. */
  abstract labels(organizationId: number, most: number): Promise<readonly Labelled[]>;
}
