import { isJsonObject, type JsonValue, sameJson, valueIn } from './json.js';
import { attributeNamed } from './schema/definitions.js';
import type { AttributeDefinition } from './schema/attribute-definition.js';
import { folded } from './schema/folded.js';
import { InvalidValue } from './scim.errors.js';

/** The values of a multi-valued attribute. */
export type ValueList = readonly JsonValue[];

/** RFC 7643 section 2.4: there is one value of the same type and value. */
export function distinct(definition: AttributeDefinition | null, values: ValueList): JsonValue[] {
  return merged(definition, [], values, () => false);
}

/** The list with those values added: no doubles, and existing values stay the same objects. */
export function joined(definition: AttributeDefinition | null, list: ValueList, added: ValueList): JsonValue[] {
  return merged(definition, list, added, (kept, value) => kept.some((each) => holds(each, value)));
}

function merged(
  definition: AttributeDefinition | null,
  list: ValueList,
  added: ValueList,
  isThere: (kept: ValueList, value: JsonValue) => boolean,
): JsonValue[] {
  const kept = [...list];
  const at = new Map(list.map((each, index) => [identityOf(definition, each), index]));
  for (const value of added) {
    if (isThere(kept, value)) continue;
    const identity = identityOf(definition, value);
    const index = at.get(identity);
    const known = index === undefined ? undefined : kept[index];
    if (index === undefined || known === undefined) {
      at.set(identity, kept.length);
      kept.push(value);
    } else kept[index] = both(known, value);
  }
  return kept;
}

/** RFC 7644 section 3.5.2: a value that is made primary takes it from the others. */
export function withOnePrimary(name: string, before: ValueList, after: ValueList): ValueList {
  const made = after.filter((each) => isPrimary(each) && !before.includes(each));
  if (made.length > 1) throw new InvalidValue(`Only one value of "${name}" can be primary (RFC 7643 section 2.4).`);
  const [one] = made;
  if (one === undefined) return after;
  return after.map((each) => (each !== one && isPrimary(each) ? both(each, { primary: false }) : each));
}

export function isPrimary(value: JsonValue): boolean {
  return isJsonObject(value) && valueIn(value, 'primary') === true;
}

/**
 * What a removal by value leaves (Entra ID: `{"op":"Remove","path":"emails","value":[{"value":"…"}]}`): it removes a
 * value with the same `value`, and `type` if one is named, as one of those sent; or, if neither is sent, a value with
 * all the sent members.
 */
export function without(definition: AttributeDefinition | null, list: ValueList, sent: JsonValue): JsonValue[] {
  const gone: ValueList = Array.isArray(sent) ? (sent as ValueList) : [sent];
  return list.filter((each) => !gone.some((one) => isMeant(definition, each, one)));
}

function isMeant(definition: AttributeDefinition | null, value: JsonValue, sent: JsonValue): boolean {
  if (!isJsonObject(value)) return sameText(definition, value, isJsonObject(sent) ? valueIn(sent, 'value') : sent);
  const exact = attributeNamed(definition?.subAttributes, 'value');
  if (!isJsonObject(sent)) return sameText(exact, valueIn(value, 'value'), sent);
  const wanted = valueIn(sent, 'value');
  const type = valueIn(sent, 'type');
  if (wanted === null && type === null) return Object.keys(sent).length > 0 && holds(value, sent);
  return (
    (wanted === null || sameText(exact, valueIn(value, 'value'), wanted)) && (type === null || sameText(null, valueIn(value, 'type'), type))
  );
}

function sameText(definition: AttributeDefinition | null, one: JsonValue, other: JsonValue): boolean {
  if (typeof one !== 'string' || typeof other !== 'string' || definition?.caseExact === true) return sameJson(one, other);
  return folded(one) === folded(other);
}

/** Whether the value already says everything that the other one says. */
function holds(value: JsonValue, other: JsonValue): boolean {
  if (!isJsonObject(value) || !isJsonObject(other)) return sameJson(value, other);
  return Object.entries(other).every(([name, each]) => sameJson(valueIn(value, name), each));
}

function both(one: JsonValue, other: JsonValue): JsonValue {
  return isJsonObject(one) && isJsonObject(other) ? { ...one, ...other } : other;
}

function identityOf(definition: AttributeDefinition | null, value: JsonValue): string {
  const id = isJsonObject(value) ? valueIn(value, 'value') : value;
  if (!isJsonObject(value)) return JSON.stringify(spelling(definition, id));
  if (id === null) return JSON.stringify(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
  const exact = attributeNamed(definition?.subAttributes, 'value');
  return JSON.stringify([spelling(null, valueIn(value, 'type')), spelling(exact, id)]);
}

function spelling(definition: AttributeDefinition | null, value: JsonValue): JsonValue {
  return typeof value === 'string' && definition?.caseExact !== true ? folded(value) : value;
}
