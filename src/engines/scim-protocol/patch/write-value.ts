import { isReference, readUnknown, readValue } from '../attribute-value.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, keyIn, withValue } from '../json.js';
import type { AttributeDefinition } from '../schema/attribute-definition.js';
import { joined, type ValueList, withOnePrimary } from '../value-list.js';
import type { PatchOperation } from './patch-message.js';
import type { NamedAttribute } from './target.js';

export type Change = Pick<PatchOperation, 'op' | 'value'>;

/** One sub-attribute of one value. */
export function withSub(value: JsonObject, sub: NamedAttribute, change: Change): JsonObject {
  const present = Object.hasOwn(value, sub.key) ? (value[sub.key] ?? null) : null;
  const { key, definition } = sub;
  const next = change.op === 'remove' ? null : write({ key, definition }, change, present);
  return withValue(value, key, next);
}

/** What an add or a replace leaves when no part is chosen; `null` means "unassigned", before and after. */
export function write({ key, definition }: NamedAttribute, change: Change, current: JsonValue | null): JsonValue | null {
  const sent = change.value ?? null;
  if (definition === null) return writeUnknown(change.op, sent, current);
  const value = readValue(definition, sent);
  if (definition.multiValued) {
    if (change.op === 'replace') return value;
    const before = listOf(current);
    return unlessEmpty(withOnePrimary(key, before, joined(definition, before, listOf(value))));
  }
  return definition.type === 'complex' ? merge(definition, sent, value, current) : value;
}

/**
 * RFC 7644 section 3.5.2.3: the given sub-attributes are replaced, others stay. But a different manager is a new value:
 * the attributes of the previous one do not stay.
 */
function merge(definition: AttributeDefinition, sent: JsonValue, value: JsonValue | null, current: JsonValue | null): JsonValue | null {
  if (!isJsonObject(sent) || !isJsonObject(current)) return value;
  if (isReference(definition) && keyIn(sent, 'value') !== null) return value;
  const given = Object.keys(sent).map((name) => name.toLowerCase());
  const others = Object.entries(current).filter(([name]) => !given.includes(name.toLowerCase()));
  return unlessNothing({ ...Object.fromEntries(others), ...(isJsonObject(value) ? value : {}) });
}

function writeUnknown(op: Change['op'], sent: JsonValue, current: JsonValue | null): JsonValue | null {
  if (op === 'add' && isJsonArray(current)) {
    const added = isJsonArray(sent) ? sent : [sent];
    return joined(
      null,
      current,
      added.filter((each) => each !== null),
    );
  }
  if (!isJsonObject(sent) || !isJsonObject(current)) return readUnknown(sent);
  const members = Object.entries(sent).reduce(
    (object, [name, value]) => withValue(object, keyIn(object, name) ?? name, readUnknown(value)),
    current,
  );
  return unlessNothing(members);
}

export function listOf(value: JsonValue | null): ValueList {
  if (value === null) return [];
  return isJsonArray(value) ? value : [value];
}

export function unlessEmpty(list: ValueList): ValueList | null {
  return list.length === 0 ? null : list;
}

export function unlessNothing(object: JsonObject): JsonObject | null {
  return isEmpty(object) ? null : object;
}

export function isEmpty(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}
