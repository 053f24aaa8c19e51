import type { Caller } from '../../../shared/caller.js';
import type { Policy, PolicyContent, PolicyVersion, VersionState } from '../../domain/policy.js';

export interface NewVersion extends PolicyContent {
  readonly sha256: string;
  readonly authorId: number;
  readonly createdAt: Date;
}

export interface TextOfPolicy extends Pick<PolicyVersion, 'policyId' | 'version' | 'state' | 'tree'> {
  readonly organizationId: number;
}

export interface VersionMove {
  readonly version: number;
  readonly to: VersionState;
  /** `null` for the operator, who publishes nothing. */
  readonly by: number | null;
  readonly at: Date;
}

export abstract class Policies {
  /** Policies of these organizations, by id; of every organization for `null`. */
  abstract ofOrganizations(organizationIds: readonly number[] | null): Promise<Policy[]>;
  /** The texts that count in these policies, by policy and version: those in force and the latest. Archived policies have none. */
  abstract textsOf(policyIds: readonly number[]): Promise<readonly TextOfPolicy[]>;
  /** Finds only those of the caller's organizations; `null` for others, as for missing ones. */
  abstract findFor(caller: Caller, id: number): Promise<Policy | null>;
  /** With its first version. @throws PolicyNameTaken */
  abstract add(policy: Pick<Policy, 'organizationId' | 'name' | 'description'>, first: NewVersion): Promise<Policy>;
  /** @returns `null` when it is not at that revision any more, or archived */
  abstract addVersion(policy: Policy, revision: number, version: NewVersion): Promise<Policy | null>;
  /** The latest first. */
  abstract versions(policyId: number): Promise<readonly PolicyVersion[]>;
  abstract version(policyId: number, version: number): Promise<PolicyVersion | null>;
  /**
   * Changes the state of one version, and of the active one if another version becomes active. @returns `null` when the policy is
   * not at that revision any more, or archived
   */
  abstract move(policyId: number, revision: number, move: VersionMove): Promise<Policy | null>;
  /** @returns `null` when it is not at that revision any more, or archived */
  abstract archive(policyId: number, revision: number, at: Date): Promise<Policy | null>;
}
