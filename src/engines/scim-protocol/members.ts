import { checkedText } from './checked-json.js';
import type { Filter } from './filter/filter.js';
import { isJsonObject, valueIn } from './json.js';
import { InvalidValue } from './scim.errors.js';

const MAX_ID = 255;

/** Who is meant to be in a group: the id of a user or group, not yet looked up. What else a client says of a member is derived here. */
export interface MemberReference {
  readonly value: string;
}

/** What a PATCH does to the members of a group, in the order of its operations. */
export type MemberChange =
  | { readonly kind: 'add'; readonly members: readonly MemberReference[] }
  /** Members with these ids, or those that the filter finds (its paths are those of a member), or all for `null`. */
  | { readonly kind: 'remove'; readonly values: Filter | readonly string[] | null }
  | { readonly kind: 'replace'; readonly members: readonly MemberReference[] };

/** The same in fewer: Entra ID sends an operation for each member, and each change costs a statement. */
export function joinedChanges(changes: readonly MemberChange[]): MemberChange[] {
  const joined: MemberChange[] = [];
  for (const change of changes) {
    const last = joined.at(-1);
    const both = last === undefined ? null : inOne(last, change);
    joined.splice(both === null ? joined.length : -1, 1, both ?? change);
  }
  return joined;
}

/**
 * Each member once. A single one may stand without the array, and `null` is an empty one.
 * @throws InvalidValue
 */
export function readMembers(sent: unknown): MemberReference[] {
  return readMemberIds(sent).map((value) => ({ value }));
}

/** The ids that a change names; Entra ID sends `[{"value": "…"}]`, others bare ids. */
export function readMemberIds(sent: unknown): string[] {
  const ids = listOf(sent).map((each) => memberId(isJsonObject(each) ? valueIn(each, 'value') : each));
  return [...new Set(ids)];
}

function inOne(one: MemberChange, other: MemberChange): MemberChange | null {
  if (one.kind === 'add' && other.kind === 'add') return { kind: 'add', members: [...one.members, ...other.members] };
  if (one.kind !== 'remove' || other.kind !== 'remove' || !areIds(one.values) || !areIds(other.values)) return null;
  return { kind: 'remove', values: [...one.values, ...other.values] };
}

export function areIds(values: Filter | readonly string[] | null): values is readonly string[] {
  return Array.isArray(values);
}

function listOf(sent: unknown): readonly unknown[] {
  if (sent === null || sent === undefined) return [];
  return Array.isArray(sent) ? sent : [sent];
}

function memberId(id: unknown): string {
  if (typeof id !== 'string' || id.trim() === '' || id.length > MAX_ID)
    throw new InvalidValue('Each of the "members" needs the id of a user or group as its "value".');
  return checkedText(id);
}
