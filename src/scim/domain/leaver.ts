import { type JsonObject, type JsonValue, sameJson, valueIn } from './json.js';
import type { ResourceKeys } from './resource-keys.js';

/** How a directory names a person. */
export interface DirectoryNames {
  readonly externalId: string | null;
  /** Folded: `userName`, `name` and `displayName`. */
  readonly names: JsonObject;
}

export function namesOf({ externalId, nameKey, search }: ResourceKeys): DirectoryNames {
  const said: [string, JsonValue | null][] = [
    ['userName', nameKey],
    ['name', valueIn(search, 'name')],
    ['displayName', valueIn(search, 'displayName')],
  ];
  return {
    externalId,
    names: Object.fromEntries(said.filter((each): each is [string, JsonValue] => each[1] !== null)),
  };
}

/**
 * Whether a directory brings back the person who had the address before: the same `externalId`; where neither had one, the same names.
 * Everyone else is a new person, and so is whoever comes after one of whom nothing is known.
 * @param left how the directory named the one who left; `null` for nothing known
 */
export function isReturning(left: DirectoryNames | null, came: DirectoryNames): boolean {
  if (left === null) return false;
  if (left.externalId !== null || came.externalId !== null) return left.externalId === came.externalId;
  return sameJson(left.names, came.names);
}
