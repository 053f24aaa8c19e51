import type { JsonObject } from '../json.js';
import type { MemberChange } from '../members.js';
import type { ResourceTypeName } from '../resource.js';

/** What a PATCH makes of a resource. */
export interface Patched {
  readonly attributes: JsonObject;
  /** In the order of the operations; none for users. */
  readonly members: readonly MemberChange[];
  /** In the clear; `null` unless one was set. */
  readonly password: string | null;
  /** Whether attributes or the password differ from before. What becomes of the members shows only where they are. */
  readonly changed: boolean;
}

export interface PatchOptions {
  /** The id of the resource: Okta repeats it in what it replaces. */
  readonly id: string;
}

export type ApplyPatch = (
  type: ResourceTypeName,
  attributes: JsonObject,
  message: unknown,
  options: PatchOptions,
) => Patched;
