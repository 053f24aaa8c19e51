import { type JsonObject, type JsonValue, isJsonObject, sameJson, valueIn } from '../../engines/scim-protocol/json.js';
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
 * Everyone else is a new person, and so is everyone whose predecessor is unknown.
 * @param left how the directory named the person who left; `null` if that is not known
 */
export function isReturning(left: DirectoryNames | null, came: DirectoryNames): boolean {
  if (left === null) return false;
  if (left.externalId !== null || came.externalId !== null) return left.externalId === came.externalId;
  return sameJson(left.names, came.names);
}

/**
 * Whether a user who was changed in place is another person now. A directory changes each of these for one and the same person: the
 * `externalId` when it is set up again, the address and the name when they marry. All of them at once, with no word of the name left, are a
 * user that was given to someone else. Names in other letters may be the same name, so they say nothing.
 */
export function isAnotherPerson(was: DirectoryNames, is: DirectoryNames, hasOtherAddress: boolean): boolean {
  if (was.externalId === null || is.externalId === null || was.externalId === is.externalId) return false;
  if (!hasOtherAddress && was.names['userName'] === is.names['userName']) return false;
  const [had, has] = [wordsOf(was.names), wordsOf(is.names)];
  if (had.length === 0 || has.length === 0 || had.some(isLatin) !== has.some(isLatin)) return false;
  return !had.some((word) => has.includes(word));
}

/** The names that people are called by, without initials. */
function wordsOf({ name = null, displayName = null }: JsonObject): readonly string[] {
  return [displayName, ...(isJsonObject(name) ? Object.values(name) : [])]
    .flatMap((said) =>
      typeof said === 'string'
        ? (said
            .normalize('NFKD')
            .toLowerCase()
            .match(/[\p{L}\p{M}]+/gu) ?? [])
        : [],
    )
    .map((word) => word.replaceAll(/\p{M}/gu, ''))
    .filter((word) => Array.from(word).length > 1);
}

function isLatin(word: string): boolean {
  return /\p{Script=Latin}/u.test(word);
}
