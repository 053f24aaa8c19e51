import type { Caller } from '../../../shared/caller.js';
import type { Permission } from '../../../shared/permission.js';
import type { Place } from '../../../shared/ports/access-control.js';
import type { Proof } from '../../../shared/proof.js';
import type { Reach, ReachOfWorkspaces } from '../../../shared/reach.js';

export interface PolicyQuestion {
  readonly caller: Caller;
  readonly permission: Permission;
  readonly place: Place;
  /** Which policies have to answer, as read from the database for this question. */
  readonly epoch: number;
  readonly isAllowedByRoles: boolean;
}

export interface PolicyAnswer {
  readonly isAllowed: boolean;
  /** No policy changes what the roles say. */
  readonly isOfRoles: boolean;
  /** A policy could not be evaluated, so nothing is allowed. */
  readonly isFailure: boolean;
  readonly policies: readonly { readonly id: number; readonly name: string; readonly version: number }[];
}

/** Access policies, asked only for organizations that have some in force or in shadow. */
export abstract class AccessPolicies {
  /** @throws Unavailable while they are not loaded */
  abstract decide(question: PolicyQuestion): Promise<PolicyAnswer>;
  /** The fewest proofs with which the answer would be yes; empty if no proof helps. @throws Unavailable */
  abstract missingProofs(question: PolicyQuestion): Promise<readonly Proof[]>;
  /** For lists of organizations: one answer for each. @throws Unavailable */
  abstract decideEach(questions: readonly PolicyQuestion[]): Promise<readonly PolicyAnswer[]>;
  /** Ids of workspaces or data sources of the place that the roles open, and the policies refuse. @throws Unavailable */
  abstract refused(question: PolicyQuestion, reach: Reach | ReachOfWorkspaces): Promise<readonly number[]>;
}
