import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, keyIn, valueIn } from '../json.js';
import type { ResourceTypeName } from '../schema/resource-type.js';
import { type BulkOperation, UnresolvedReference } from './bulk-request.js';
import { sameName } from '../schema/definitions.js';
import { ENTERPRISE_SCHEMA, PATCH_MESSAGE } from '../schema/urns.js';

const WHOLE_TEXT = /^bulkId:(.+)$/s;
const END_OF_PATH = /^(.*\/)bulkId:([^/]+)$/s;
const IN_A_FILTER = /"bulkId:([^"\\]+)"/g;

/** Attributes that refer to resources, plain or after a URN; everywhere else a text is a text. */
const REFERRING_ATTRIBUTE = /^(?:.*:)?(?:members|manager)(?:\.value|\.\$ref)?$/i;
const REFERRING_PATH = /^(?:.*:)?(?:members|manager)(|[[.].*)$/is;
/** The part of their values that is the reference. */
const REFERENCE_MEMBER = /^(?:value|\$ref)$/i;

type IdOf = (bulkId: string) => string;

/** The bulkIds that an operation names: in its path, as members and as manager. */
export function referencesOf({ target, data }: BulkOperation): ReadonlySet<string> {
  const found = new Set<string>();
  const note = (bulkId: string): string => {
    found.add(bulkId);
    return bulkId;
  };
  if (target !== null) replacedText(target, note);
  if (data !== null) replacedIn(data, false, note);
  return found;
}

/**
 * The operation with its bulkIds replaced by ids.
 * @throws UnresolvedReference
 */
export function resolveReferences(operation: BulkOperation, ids: ReadonlyMap<string, string>): BulkOperation {
  if (referencesOf(operation).size === 0) return operation;
  const idOf = (bulkId: string): string => {
    const id = ids.get(bulkId);
    if (id === undefined) throw new UnresolvedReference(bulkId);
    return id;
  };
  const { target, data } = operation;
  return {
    ...operation,
    target: target === null ? null : replacedText(target, idOf),
    data: data === null ? null : replacedIn(data, false, idOf),
  };
}

export interface Parted {
  /** What can be created now. */
  readonly data: JsonObject;
  /** The PATCH that adds the rest once everything is there; `null` when nothing was put off. */
  readonly completion: JsonObject | null;
}

/**
 * Circular references are resolved by creating first and referring afterwards (RFC 7644 section 3.7.1).
 * @param absent the bulkIds of what is not there yet
 */
export function partData(type: ResourceTypeName, data: JsonObject, absent: ReadonlySet<string>): Parted {
  const later: JsonObject[] = [];
  const isAbsent = (value: JsonValue): boolean => namesOneOf(value, absent);
  const now = type === 'Group' ? withoutMembers(data, isAbsent, later) : withoutManager(data, isAbsent, later);
  const completion = later.length === 0 ? null : { schemas: [PATCH_MESSAGE], Operations: later };
  return { data: now, completion };
}

function withoutMembers(data: JsonObject, isAbsent: (value: JsonValue) => boolean, later: JsonObject[]): JsonObject {
  const members = valueIn(data, 'members');
  if (!isJsonArray(members)) return data;
  const value = members.filter(isAbsent);
  if (value.length > 0) later.push({ op: 'add', path: 'members', value });
  return withMember(data, 'members', () => members.filter((member) => !isAbsent(member)));
}

/** In the extension, and beside the core attributes, where clients also put it. */
function withoutManager(data: JsonObject, isAbsent: (value: JsonValue) => boolean, later: JsonObject[]): JsonObject {
  const part = (object: JsonObject): JsonObject => {
    const kept = Object.entries(object).filter(([name, value]) => {
      const isLater = REFERRING_ATTRIBUTE.test(name) && isAbsent(value);
      if (isLater) later.push({ op: 'add', path: `${ENTERPRISE_SCHEMA}:manager`, value });
      return !isLater;
    });
    return Object.fromEntries(kept);
  };
  return withMember(part(data), ENTERPRISE_SCHEMA, (extension) => (isJsonObject(extension) ? part(extension) : extension));
}

function withMember(object: JsonObject, name: string, change: (value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([own, value]) => [own, sameName(own, name) ? change(value) : value]));
}

function namesOneOf(value: JsonValue, bulkIds: ReadonlySet<string>): boolean {
  let found = false;
  replaced(value, true, (bulkId) => {
    found ||= bulkIds.has(bulkId);
    return bulkId;
  });
  return found;
}

function replacedIn(data: JsonObject, isReference: boolean, idOf: IdOf): JsonObject {
  const [, filter] = isReference ? [] : (REFERRING_PATH.exec(pathOf(data)) ?? []);
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (filter !== undefined && name.toLowerCase() === 'path') return [name, replacedFilter(value, idOf)];
      const isOwn = isReference ? REFERENCE_MEMBER.test(name) : filter !== undefined && name.toLowerCase() === 'value';
      return [name, replaced(value, isOwn || REFERRING_ATTRIBUTE.test(name), idOf)];
    }),
  );
}

/** The path of an operation of a PATCH. */
function pathOf(data: JsonObject): string {
  const path = valueIn(data, 'path');
  return typeof path === 'string' && keyIn(data, 'op') !== null ? path : '';
}

function replaced(value: JsonValue, isReference: boolean, idOf: IdOf): JsonValue {
  if (typeof value === 'string') return isReference ? replacedText(value, idOf) : value;
  if (isJsonArray(value)) return value.map((item) => replaced(item, isReference, idOf));
  return isJsonObject(value) ? replacedIn(value, isReference, idOf) : value;
}

function replacedText(text: string, idOf: IdOf): string {
  const [, whole] = WHOLE_TEXT.exec(text) ?? [];
  if (whole !== undefined) return idOf(whole);
  const [, before = '', last] = END_OF_PATH.exec(text) ?? [];
  return last === undefined ? text : before + idOf(last);
}

function replacedFilter(path: JsonValue, idOf: IdOf): JsonValue {
  if (typeof path !== 'string') return path;
  return path.replace(IN_A_FILTER, (_, bulkId: string) => `"${idOf(bulkId)}"`);
}
