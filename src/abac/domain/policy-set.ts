import type { DecidingPolicy } from './policy-request.js';

/** The tree of a policy in Cedar's JSON format. */
export type PolicyTree = Readonly<Record<string, unknown>>;

export interface PolicyInForce extends DecidingPolicy {
  readonly tree: PolicyTree;
}

/** What an organization has published, as of an epoch: each change of what decides begins a new epoch. */
export interface PolicySet {
  readonly organizationId: number;
  readonly epoch: number;
  readonly active: readonly PolicyInForce[];
  /** Evaluated and recorded, but not applied. */
  readonly shadow: readonly PolicyInForce[];
}
