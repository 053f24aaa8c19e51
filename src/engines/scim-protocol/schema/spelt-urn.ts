import { COMMON_ATTRIBUTES } from './common-attributes.js';
import { GROUP } from './group-schema.js';
import { USER } from './user-schema.js';
import { ENTERPRISE_SCHEMA, GROUP_SCHEMA, USER_SCHEMA } from './urns.js';

/** The names that SCIM itself gives out: nobody else's extension is here. SCIM 1.1 had them without `ietf:params:`. */
const OF_SCIM = /^urn:(?:ietf:params:)?scim:schemas?:(core|extension:enterprise)(?![\w-])/i;
const VERSIONED = /^:[12]\.0(?:[:.](.+))?$/;
const TYPES: readonly (readonly [RegExp, string])[] = [
  [/^users?$/i, USER_SCHEMA],
  [/^groups?$/i, GROUP_SCHEMA],
];
const CORE = new Set([USER.attributes, GROUP.attributes, COMMON_ATTRIBUTES].flat().map(({ name }) => name.toLowerCase()));
const NAME = /^\$?[A-Za-z][\w-]*$/;

/** Whether a name is one of SCIM's own schemas, or has one before it: then it is none of a foreign extension, whatever follows. */
export function isOfScim(name: string): boolean {
  return OF_SCIM.test(name.trim());
}

/**
 * A name with a URN of SCIM before it, spelt as RFC 7643 does. Clients write a point for a colon, a colon for a point, the plural of the type
 * or no type, or the URNs of SCIM 1.1. Each of these can be read in one way only, since no attribute is named as a type is.
 * @param text a path without what stands between brackets
 * @returns the text as it came if it has no reading; a name without a URN where the URN names no type, as then it is of the resource itself
 */
export function rightlySpelt(text: string): string {
  const start = OF_SCIM.exec(text);
  if (start === null) return text;
  const version = VERSIONED.exec(text.slice(start[0].length));
  if (version === null) return text;
  const [first, ...rest] = version[1]?.split(/[:.]/) ?? [];
  const isCore = start[1]?.toLowerCase() === 'core';
  const type = first === undefined ? undefined : TYPES.find(([names]) => names.test(first))?.[1];
  const urn = isCore ? (type ?? null) : ENTERPRISE_SCHEMA;
  const names = first === undefined || (isCore ? type !== undefined : type === USER_SCHEMA) ? rest : [first, ...rest];
  // "groups" of a user, or all of a group: two readings.
  if (isCore && names.length === 0 && (urn === null || first?.toLowerCase() === 'groups')) return text;
  if (urn === null && !CORE.has(names[0]?.toLowerCase() ?? '')) return text;
  if (names.length > 2 || !names.every((name) => NAME.test(name))) return text;
  return [urn, names.join('.')].filter((part) => part !== null && part !== '').join(':');
}
