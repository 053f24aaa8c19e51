import type { Permission } from '../../../shared/permission.js';
import type { LastingProof } from '../../../shared/proof.js';
import type { PolicyContent } from '../../domain/policy.js';
import type { ShownForm } from '../../domain/policy-form.js';
import type { PolicyProblem } from '../../domain/policy-problem.js';
import type { Principal, PolicyRequest, Resource } from '../../domain/policy-request.js';
import type { PolicyTree } from '../../domain/policy-set.js';
import type { SignInWays, Tried } from '../../domain/sign-in-ways.js';

export type CheckedText =
  | {
      readonly isValid: true;
      readonly content: Omit<PolicyContent, 'text' | 'examples'>;
      /** Names that are accepted but may be mistakes. */
      readonly warnings: readonly PolicyProblem[];
      readonly shown: ShownForm;
    }
  | { readonly isValid: false; readonly problems: readonly PolicyProblem[] };

export interface Outcome {
  readonly isAllowed: boolean;
  readonly reason: 'roles' | 'policy' | 'pdp_error';
  /** The places of the policies that decide, in the given order. */
  readonly policies: readonly number[];
  readonly errors: readonly string[];
}

/** People, and the acts and sessions with which they are tried; one session that permits is enough. */
export interface Reach {
  readonly organizationId: number;
  readonly people: readonly {
    readonly principal: Principal;
    readonly ways: SignInWays;
    readonly permissions: readonly Permission[];
  }[];
  /** What is acted on, beside the organization. */
  readonly things: readonly Exclude<Resource, { readonly type: 'Organization' }>[];
  /** Active ones of the organization. */
  readonly connectionIds: readonly number[];
  readonly tried: Tried;
  /** Permissions that are enough to see what is wrong: each costs as many evaluations as there are sessions. */
  readonly most: { readonly ofEach: number; readonly inAll: number };
}

/** What a person could no longer do. */
export interface Lost {
  readonly userId: number;
  readonly permissions: readonly Permission[];
  /** Proofs with which they could; empty if no proof helps. */
  readonly missingProofs: readonly LastingProof[];
}

export interface Clause {
  /** As Cedar writes it. */
  readonly text: string;
  readonly holds: boolean;
}

export interface Explanation {
  readonly clauses: readonly Clause[];
  /** The attributes that the policy reads, with the values that they had. */
  readonly attributes: readonly { readonly name: string; readonly value: unknown }[];
  /** Single changes after which the policy would decide otherwise. */
  readonly flips: readonly { readonly name: string; readonly value: unknown }[];
}

/** A role or group has another name, or is gone. */
export interface Renaming {
  /** What policies compare it with, such as `principal.roles`. */
  readonly of: string;
  readonly from: string;
  /** The new name, for a policy that refuses those who have it. */
  readonly met: string;
  /** For a policy that refuses those who match nothing. */
  readonly unmet: string;
}

export interface NamingText {
  readonly text: string;
  /** A prohibition or a data policy, even if Cedar sees it otherwise. */
  readonly restricts: boolean;
}

export interface RenamedText {
  readonly text: string;
  /** Bound to the organization. */
  readonly tree: PolicyTree;
  /** Whether it contains `met`. */
  readonly keeps: boolean;
}

/** Cedar off the thread that answers requests, for what takes long or comes from people who write policies. */
export abstract class PolicyChecks {
  /** Parses, validates against the schema, and binds to the organization. @throws Unavailable */
  abstract check(organizationId: number, text: string): Promise<CheckedText>;
  /** @returns the new text for each text; `null` if it does not name the thing @throws Unavailable */
  abstract renamed(organizationId: number, texts: readonly NamingText[], to: Renaming): Promise<readonly (RenamedText | null)[]>;
  /** What the roles and these policies decide. @throws Unavailable */
  abstract evaluate(organizationId: number, trees: readonly PolicyTree[], requests: readonly PolicyRequest[]): Promise<readonly Outcome[]>;
  /** What these policies take from people in every session that they can have. @throws Unavailable */
  abstract lost(trees: readonly PolicyTree[], reach: Reach): Promise<readonly Lost[]>;
  /** @throws Unavailable */
  abstract explain(tree: PolicyTree, request: PolicyRequest): Promise<Explanation>;
}
