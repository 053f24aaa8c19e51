import type { AssuranceLevel } from '../../shared/caller.js';

/** In characters; as long as the address of an account may be. */
export const LONGEST_ADDRESS = 254;

/** In characters. It goes into an address at logout, and many servers take addresses of 8,192 at most. */
export const LONGEST_ID_TOKEN = 4096;

/**
 * `listed`: the answer names the groups of the person, or says that there are none. `absent`: it says nothing of groups. `incomplete`: it
 * says that there are more than it names, names them in no form that can be read, or names more than `MOST_GROUPS`.
 */
export type GroupsSaid = 'listed' | 'absent' | 'incomplete';

/** More than any provider names in an answer. */
export const MOST_GROUPS = 10_000;

/** What an identity provider says about a person, after every check of its protocol has passed. */
export interface AssertedIdentity {
  /** As the answer itself names it; equal to the issuer of the connection. */
  readonly issuer: string;
  /** `sub`, or the NameID; stable for a person and never given to another one. */
  readonly subject: string;
  /** No longer than `LONGEST_ADDRESS`. */
  readonly email: string | null;
  /** Whether the provider, or the organization that runs it, answers for the address. */
  readonly isEmailVerified: boolean;
  readonly name: string | null;
  readonly groups: readonly string[];
  readonly groupsSaid: GroupsSaid;
  readonly acr: AssuranceLevel;
  readonly authenticatedAt: Date | null;
  readonly providerSessionId: string | null;
  /** The answer itself, which names the session to the provider when the person logs out; `null` for SAML, and if it is too long to be kept. */
  readonly idToken: string | null;
  /** Identifies the answer for good; one that was seen before is refused. `null` where the protocol itself takes care of that. */
  readonly assertion: { readonly id: string; readonly expiresAt: Date } | null;
  /** The claims, for the report of a test: no tokens, no signatures. */
  readonly claims: Readonly<Record<string, unknown>>;
}
