import type { JsonObject } from '../../engines/scim-protocol/json.js';
import { type PersonFacts, addressesIn, personOf } from './person.js';

/** A request that leaves one of these out, or unsets it, decides nothing about the person: they keep what they had. */
const DECIDE_ACCESS = ['active'] as const;

/** What a PUT or PATCH leaves of a user: an omission neither lets a person in nor shuts them out, whichever operation it is. */
export function withKeptAccess(before: JsonObject, after: JsonObject): JsonObject {
  const kept = DECIDE_ACCESS.filter((name) => before[name] !== undefined && after[name] === undefined);
  return kept.length === 0 ? after : { ...after, ...Object.fromEntries(kept.map((name) => [name, before[name] ?? null])) };
}

/**
 * Whom a user stands for after a change. The addresses may be unset, and are then no longer shown, but it is still the same person: the
 * account keeps its address until the directory sends another.
 */
export function personAfter(before: JsonObject, after: JsonObject): PersonFacts {
  const person = personOf(after);
  const known = addressesIn(before);
  return known.length === 0 || addressesIn(after).length > 0 ? person : { ...person, addresses: personOf(before).addresses };
}
