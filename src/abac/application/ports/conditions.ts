import type { PolicyRequest } from '../../domain/policy-request.js';
import type { PolicyTree } from '../../domain/policy-set.js';

/** The conditions of an organization's data policies, as the engine has taken them in. */
export interface InstalledConditions {
  /** Ids of those that hold; `null` if one cannot be evaluated, for then nothing is known. */
  holding(request: PolicyRequest): readonly number[] | null;
}

export interface Condition {
  readonly id: number;
  readonly tree: PolicyTree;
}

export abstract class Conditions {
  /** Takes the place of those that the organization had before. @throws Unavailable for those that cannot be evaluated */
  abstract install(organizationId: number, conditions: readonly Condition[]): InstalledConditions;
  /** Without installing them. @returns what `holding` does */
  abstract tried(conditions: readonly Condition[], request: PolicyRequest): readonly number[] | null;
  abstract remove(organizationId: number): void;
}
