import { readValue } from '../attribute-value.js';
import type { Filter } from '../filter/filter.js';
import { isJsonObject, type JsonObject, type JsonValue, sameJson } from '../json.js';
import type { AttributeDefinition } from '../schema/attribute-definition.js';
import { InvalidValue, NoTarget } from '../scim.errors.js';
import { distinct, type ValueList, withOnePrimary } from '../value-list.js';
import { describedBy, matches } from './match-value.js';
import type { AttributeTarget } from './target.js';
import { type Change, withSub } from './write-value.js';

/** Attributes that say how a value is meant, but are not values themselves. */
const LABELS: readonly string[] = ['type', 'primary'];

/**
 * The values of a multi-valued attribute after an operation on those that a filter chooses.
 * @throws NoTarget where it chooses none (RFC 7644 section 3.5.2.3), unless a value is added, or a part of one written, and the filter
 * says what the value would be: Entra ID adds and replaces `addresses[type eq "work"].country` on people without an address.
 */
export function changeChosen(target: AttributeTarget, filter: Filter, change: Change, before: ValueList): ValueList | null {
  const chosen = new Set(before.filter((each) => matches(filter, each, target.definition)));
  const after =
    chosen.size > 0
      ? before.map((each) => (chosen.has(each) ? changed(target, filter, change, each) : each))
      : [...before, built(target, filter, change)];
  const present = after.filter((each) => each !== null).map((each, index) => unchanged(before[index], each));
  const list = distinctUnlessSame(target.definition, before, withOnePrimary(target.key, before, present));
  return list.length === 0 ? null : list;
}

function changed(target: AttributeTarget, filter: Filter, change: Change, value: JsonValue): JsonValue | null {
  const { sub, definition } = target;
  if (sub !== null) {
    if (!isJsonObject(value)) throw new NoTarget(`The values of "${target.key}" have no sub-attributes.`);
    const next = withSub(value, sub, change);
    // A type without its value is not a value any more.
    return change.op === 'remove' && Object.keys(next).every((name) => LABELS.includes(name)) ? null : next;
  }
  if (change.op === 'remove') return null;
  const sent = one(definition, change.value ?? null);
  if (sent === null) return change.op === 'add' ? value : null;
  if (!isJsonObject(value) || !isJsonObject(sent)) return sent;
  // Replaced as a whole, except for the attributes by which the path selects it.
  return change.op === 'add' ? { ...value, ...sent } : { ...described(target, filter), ...sent };
}

function built(target: AttributeTarget, filter: Filter, change: Change): JsonValue {
  const missing = new NoTarget(`"${target.key}" has no value that the filter of the path chooses.`);
  const isWritten = change.op === 'add' || (change.op === 'replace' && target.sub !== null);
  const start = isWritten ? described(target, filter) : null;
  if (start === null) throw missing;
  if (target.sub !== null) return withSub(start, target.sub, change);
  const sent = one(target.definition, change.value ?? null);
  if (sent === null) throw missing;
  return isJsonObject(sent) ? { ...start, ...sent } : sent;
}

/** In the types of the schema; `null` for a filter that describes no value. */
function described({ definition }: AttributeTarget, filter: Filter): JsonObject | null {
  const terms = describedBy(filter);
  if (terms === null) return null;
  const value = one(definition, terms);
  return isJsonObject(value) ? value : null;
}

function one(definition: AttributeDefinition | null, sent: JsonValue): JsonValue | null {
  if (definition === null || sent === null) return sent;
  const values = readValue(definition, sent);
  if (values === null) return null;
  const [first, ...others] = Array.isArray(values) ? (values as ValueList) : [values];
  if (first === undefined || others.length > 0) throw new InvalidValue(`Give one value for the chosen values of "${definition.name}".`);
  return first;
}

function unchanged(before: JsonValue | undefined, after: JsonValue): JsonValue {
  return before !== undefined && sameJson(before, after) ? before : after;
}

function distinctUnlessSame(definition: AttributeDefinition | null, before: ValueList, after: ValueList): ValueList {
  return sameJson(before, after) ? before : distinct(definition, after);
}
