import type { Principal } from '../../domain/policy-request.js';

/** What policies read of a person in an organization, and of what they act on. */
export interface Facts {
  readonly organizationId: number;
  readonly principal: Principal;
  readonly isBreakGlass: boolean;
  /** Whether the device of the session is trusted at this moment, for as long as the organization lets it be. */
  readonly isDeviceTrusted: boolean;
  /** Of the workspace or data source that was asked for; `null` without one, and for one that is not there. */
  readonly labels: readonly string[] | null;
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
  /** The role that the person holds in these workspaces. */
  readonly role: string | null;
  readonly ids: readonly number[];
}

export interface Owners {
  /** Who can act, without emergency accounts: those stay outside of policies. */
  readonly principals: readonly Principal[];
  /** Connections through which the organization's people can sign on. */
  readonly connectionIds: readonly number[];
}

export abstract class PolicyFacts {
  /** In one statement. */
  abstract of(asked: FactsAsked): Promise<readonly Facts[]>;
  /** All of the organization. */
  abstract alike(kind: 'workspace' | 'data_source', organizationId: number, userId: number): Promise<readonly Alike[]>;
  abstract ofOwners(organizationId: number): Promise<Owners>;
}
