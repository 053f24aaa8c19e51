import type { Permission } from '../../../shared/permission.js';
import type { RequestContext } from '../../domain/attributes.js';
import type { PolicyContent } from '../../domain/policy.js';
import type { PolicyProblem } from '../../domain/policy-problem.js';
import type { Principal, PolicyRequest } from '../../domain/policy-request.js';
import type { PolicyTree } from '../../domain/policy-set.js';

export type CheckedText =
  | { readonly isValid: true; readonly content: Omit<PolicyContent, 'text' | 'examples'> }
  | { readonly isValid: false; readonly problems: readonly PolicyProblem[] };

export interface Outcome {
  readonly isAllowed: boolean;
  readonly reason: 'roles' | 'policy' | 'pdp_error';
  /** Of the policies that decide, in the order in which they were given. */
  readonly policies: readonly number[];
  readonly errors: readonly string[];
}

export interface Reach {
  readonly organizationId: number;
  readonly principals: readonly Principal[];
  readonly permissions: readonly Permission[];
  /** Sessions and networks; one that permits is enough. */
  readonly contexts: readonly RequestContext[];
}

/** What a person could no longer do. */
export interface Lost {
  readonly userId: number;
  readonly permissions: readonly Permission[];
}

export interface Clause {
  /** As Cedar writes it. */
  readonly text: string;
  readonly holds: boolean;
}

export interface Explanation {
  readonly clauses: readonly Clause[];
  /** Those that the policy reads, with the values that they had. */
  readonly attributes: readonly { readonly name: string; readonly value: unknown }[];
  /** Single changes after which the policy would decide otherwise. */
  readonly flips: readonly { readonly name: string; readonly value: unknown }[];
}

/** Cedar off the thread that answers requests, for what takes long or comes from people who write policies. */
export abstract class PolicyChecks {
  /** Parses, validates against the schema, and binds to the organization. @throws Unavailable */
  abstract check(organizationId: number, text: string): Promise<CheckedText>;
  /** What the roles and these policies decide. @throws Unavailable */
  abstract evaluate(
    organizationId: number,
    trees: readonly PolicyTree[],
    requests: readonly PolicyRequest[],
  ): Promise<readonly Outcome[]>;
  /** What these policies take from people in every one of the contexts. @throws Unavailable */
  abstract lost(trees: readonly PolicyTree[], reach: Reach): Promise<readonly Lost[]>;
  /** @throws Unavailable */
  abstract explain(tree: PolicyTree, request: PolicyRequest): Promise<Explanation>;
}
