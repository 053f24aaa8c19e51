import { isJsonObject, type JsonObject, type JsonValue } from '../json.js';
import type { ResourceTypeName } from '../resource.js';
import { UnresolvedReference } from '../scim.errors.js';
import { ENTERPRISE_SCHEMA, PATCH_MESSAGE } from '../schema/urns.js';
import { type BulkOperation, isList, memberOf, sameName } from './bulk-request.js';

const WHOLE = /^bulkId:(.+)$/s;
const AT_THE_END = /^(.*\/)bulkId:([^/]+)$/s;
const IN_A_FILTER = /"bulkId:([^"\\]+)"/g;

/** The bulkIds that an operation names: in its path, and anywhere in its data. */
export function referencesOf({ target, data, method }: BulkOperation): ReadonlySet<string> {
  const found = new Set<string>();
  const note = (bulkId: string): string => {
    found.add(bulkId);
    return bulkId;
  };
  if (target !== null) replacedText(target, '', false, note);
  if (data !== null) replaced(data, '', method === 'PATCH', note);
  return found;
}

/**
 * The operation with the ids of what its bulkIds stand for.
 * @throws UnresolvedReference
 */
export function resolveReferences(operation: BulkOperation, ids: ReadonlyMap<string, string>): BulkOperation {
  if (referencesOf(operation).size === 0) return operation;
  const idOf = (bulkId: string): string => {
    const id = ids.get(bulkId);
    if (id === undefined) throw new UnresolvedReference(bulkId);
    return id;
  };
  const { target, data, method } = operation;
  return {
    ...operation,
    target: target === null ? null : replacedText(target, '', false, idOf),
    data: data === null ? null : replacedIn(data, method === 'PATCH', idOf),
  };
}

export interface Parted {
  /** What can be created now. */
  readonly data: JsonObject;
  /** The PATCH that adds the rest once everything is there; `null` when nothing was put off. */
  readonly completion: JsonObject | null;
}

/**
 * Circular references are resolved by creating first and referring afterwards (RFC 7644 section 3.7.1). Only members of groups and
 * managers can be put off; any other place would hold the text of the bulkId meanwhile, and is left in the data for its refusal.
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
  const members = memberOf(data, 'members');
  if (!isList(members)) return data;
  const value = members.filter(isAbsent);
  if (value.length > 0) later.push({ op: 'add', path: 'members', value });
  return withMember(data, 'members', () => members.filter((member) => !isAbsent(member)));
}

function withoutManager(data: JsonObject, isAbsent: (value: JsonValue) => boolean, later: JsonObject[]): JsonObject {
  return withMember(data, ENTERPRISE_SCHEMA, (extension) => {
    if (!isJsonObject(extension)) return extension;
    const kept = Object.entries(extension).filter(([name, value]) => {
      const isLater = sameName(name, 'manager') && isAbsent(value);
      if (isLater) later.push({ op: 'add', path: `${ENTERPRISE_SCHEMA}:manager`, value });
      return !isLater;
    });
    return Object.fromEntries(kept);
  });
}

function withMember(object: JsonObject, name: string, change: (value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([own, value]) => [own, sameName(own, name) ? change(value) : value]),
  );
}

function namesOneOf(value: JsonValue, bulkIds: ReadonlySet<string>): boolean {
  let found = false;
  replaced(value, '', false, (bulkId) => {
    found ||= bulkIds.has(bulkId);
    return bulkId;
  });
  return found;
}

function replacedIn(data: JsonObject, isPatch: boolean, idOf: (bulkId: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, replaced(value, name, isPatch, idOf)]));
}

function replaced(value: JsonValue, name: string, isPatch: boolean, idOf: (bulkId: string) => string): JsonValue {
  if (typeof value === 'string') return replacedText(value, name, isPatch, idOf);
  if (isList(value)) return value.map((item) => replaced(item, name, isPatch, idOf));
  return isJsonObject(value) ? replacedIn(value, isPatch, idOf) : value;
}

function replacedText(text: string, name: string, isPatch: boolean, idOf: (bulkId: string) => string): string {
  if (!text.includes('bulkId:')) return text;
  const [, whole] = WHOLE.exec(text) ?? [];
  if (whole !== undefined) return idOf(whole);
  const [, before = '', last] = (name === '$ref' && AT_THE_END.exec(text)) || [];
  if (last !== undefined) return before + idOf(last);
  return isPatch && name === 'path' ? text.replace(IN_A_FILTER, (_, bulkId: string) => `"${idOf(bulkId)}"`) : text;
}
