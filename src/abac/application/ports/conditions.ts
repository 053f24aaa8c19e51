import type { PolicyRequest } from '../../domain/policy-request.js';
import type { PolicyTree } from '../../domain/policy-set.js';

/** What the conditions say of a person. */
export interface Holding<Id> {
  readonly holding: readonly Id[];
  /** Conditions that cannot be evaluated. The cause holds values of attributes. */
  readonly failing: readonly { readonly id: Id; readonly cause: string }[];
}

/** The conditions of an organization's data policies, as the engine has taken them in. */
export interface InstalledConditions {
  /** @returns `null` if another set has replaced it: nothing is known */
  holding(request: PolicyRequest): Holding<number> | null;
}

export interface Condition {
  readonly id: number;
  readonly tree: PolicyTree;
}

/** `null`: the condition of the one policy that is not saved. */
export interface TriedCondition extends Omit<Condition, 'id'> {
  readonly id: number | null;
}

export abstract class Conditions {
  /** Replaces those that the organization had before. @throws Unavailable for those that cannot be evaluated */
  abstract install(organizationId: number, conditions: readonly Condition[]): InstalledConditions;
  /** Without installing them. */
  abstract tried(conditions: readonly TriedCondition[], request: PolicyRequest): Holding<TriedCondition['id']>;
  abstract remove(organizationId: number): void;
}
