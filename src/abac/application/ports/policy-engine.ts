import type { Permission } from '../../../shared/permission.js';
import type { PolicyDecision, PolicyRequest, Resource } from '../../domain/policy-request.js';
import type { PolicySet } from '../../domain/policy-set.js';

/** A set that the engine has taken in. */
export interface InstalledSet {
  readonly epoch: number;
  /** Its size in memory. */
  readonly bytes: number;
  /** Whether a policy names a workspace or a data source by its id. */
  readonly namesResources: boolean;
  /** Whether a policy permits, or would if it were not in shadow. */
  readonly permits: boolean;
  /** Whether a policy, in shadow or not, can say something about the act or what it includes. Where none can, the roles decide. */
  concerns(action: Permission, on: Resource['type']): boolean;
  decide(request: PolicyRequest): PolicyDecision;
  /** What the policies in shadow would have decided; `null` if they change nothing. */
  shadow(request: PolicyRequest, decided: PolicyDecision): PolicyDecision | null;
}

export abstract class PolicyEngine {
  /** Replaces the set that the organization had before. @throws Error for a set that cannot be evaluated */
  abstract install(set: PolicySet): InstalledSet;
  abstract remove(organizationId: number): void;
}
