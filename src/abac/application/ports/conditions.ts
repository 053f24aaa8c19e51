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

/** `null`: that of the one policy that is not saved. */
export interface TriedCondition extends Omit<Condition, 'id'> {
  readonly id: number | null;
}

export abstract class Conditions {
  /** Takes the place of those that the organization had before. @throws Unavailable for those that cannot be evaluated */
  abstract install(organizationId: number, conditions: readonly Condition[]): InstalledConditions;
  /** Without installing them. @returns what `holding` does */
  abstract tried(conditions: readonly TriedCondition[], request: PolicyRequest): readonly TriedCondition['id'][] | null;
  abstract remove(organizationId: number): void;
}
