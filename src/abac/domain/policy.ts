import { type Permission, mayGive } from '../../shared/permission.js';
import type { Example } from './example.js';
import type { PolicyTree } from './policy-set.js';

/** `shadow`: evaluated and recorded, not applied. `archived`: over for good. */
export const POLICY_STATUSES = ['draft', 'shadow', 'active', 'disabled', 'archived'] as const;
/** State of a version: any number may be in shadow, one is active. */
export const VERSION_STATES = ['draft', 'shadow', 'active', 'disabled'] as const;
export const EFFECTS = ['permit', 'forbid'] as const;

export const LONGEST_TEXT = 10_000;
/** Versions that decide or are watched, over all policies of an organization. */
export const MOST_IN_FORCE = 200;
/** Bounds their trees. Loading that many takes an instance a tenth of a second and ten megabytes. */
export const MOST_BYTES_IN_FORCE = 512 * 1024;

type PolicyStatus = (typeof POLICY_STATUSES)[number];
export type VersionState = (typeof VERSION_STATES)[number];
type Effect = (typeof EFFECTS)[number];

export interface Policy {
  readonly id: number;
  readonly organizationId: number;
  readonly name: string;
  readonly description: string;
  readonly status: PolicyStatus;
  /** The latest. */
  readonly version: number;
  /** From the active version, or else the latest. */
  readonly effect: Effect;
  /** When it last made a recorded decision, or would have made one in shadow. */
  readonly lastMatchedAt: Date | null;
  /** Counts every change of the policy and of the states of its versions. */
  readonly revision: number;
  readonly updatedAt: Date;
}

/** What a text says, as Cedar has read it. */
export interface PolicyContent {
  readonly text: string;
  /** Bound to the organization. */
  readonly tree: PolicyTree;
  readonly effect: Effect;
  /** The actions to which it can apply. */
  readonly actions: readonly Permission[];
  readonly examples: readonly Example[];
}

/** Only its state changes. */
export interface PolicyVersion extends PolicyContent {
  readonly policyId: number;
  readonly version: number;
  /** Digest of text, tree and examples. */
  readonly sha256: string;
  readonly state: VersionState;
  readonly authorId: number;
  readonly createdAt: Date;
  readonly publishedBy: number | null;
  readonly publishedAt: Date | null;
}

/** The status of a policy whose versions are in these states. */
export function statusOf(states: readonly VersionState[]): PolicyStatus {
  return (['active', 'shadow', 'disabled'] as const).find((state) => states.includes(state)) ?? 'draft';
}

/** The permissions that a permit gives and its publisher lacks: people can give only what they hold. */
export function permitsBeyond(
  held: Parameters<typeof mayGive>[0],
  { effect, actions }: Pick<PolicyContent, 'effect' | 'actions'>,
): readonly Permission[] {
  return effect === 'permit' ? actions.filter((action) => !mayGive(held, [action])) : [];
}
