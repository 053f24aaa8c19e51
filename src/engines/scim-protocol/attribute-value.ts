import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from './json.js';
import { attributeNamed } from './schema/definitions.js';
import { MOST_VALUES } from './schema/limits.js';
import type { AttributeDefinition } from './schema/attribute-definition.js';
import { InvalidValue } from './scim.errors.js';
import { distinct, isPrimary } from './value-list.js';

/** Texts that are numbers in most personnel systems; a name or an address never is one. */
const NUMBERED: ReadonlySet<string> = new Set(['externalId', 'employeeNumber', 'costCenter', 'postalCode']);
/** White space is in one class alone: two that could share it would try every way to do so on a long text. */
const BASE64 = /^[A-Za-z0-9+/_\-\s]*(?:=\s*){0,2}$/;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/;

/**
 * A value of the type that the schema gives the attribute, spelt as it was sent under the names of the schema. `null`, an empty
 * array and an empty object are all "unassigned" (RFC 7643 section 2.5) and read as `null`.
 * @throws InvalidValue
 */
export function readValue(definition: AttributeDefinition, sent: JsonValue): JsonValue | null {
  if (sent === null || (isJsonArray(sent) && sent.length === 0)) return null;
  if (definition.multiValued) return readList(definition, sent);
  return isReference(definition)
    ? readReference(definition, sent)
    : readOne(definition, definition.type === 'complex' ? sent : unwrapped(sent));
}

/** Entra ID once sent single values as `[{"$ref": null, "value": "X"}]`. */
function unwrapped(sent: JsonValue): JsonValue {
  const [only, second] = isJsonArray(sent) ? sent : [];
  if (only === undefined || second !== undefined || !isJsonObject(only)) return sent;
  const { value, $ref = null, ...more } = only;
  return value === undefined || $ref !== null || Object.keys(more).length > 0 ? sent : value;
}

/** What no schema defines: it counts for the other operations of one PATCH, and is not kept (`knownAttributes`). */
export function readUnknown(sent: JsonValue): JsonValue | null {
  return isJsonArray(sent) && sent.length === 0 ? null : sent;
}

/** The manager: a complex attribute of one value which stands for another resource. */
export function isReference({ multiValued, type, subAttributes }: AttributeDefinition): boolean {
  return !multiValued && type === 'complex' && attributeNamed(subAttributes, 'value') !== null;
}

function readList(definition: AttributeDefinition, sent: JsonValue): JsonValue | null {
  const list = isJsonArray(sent) ? sent : [sent];
  if (list.length > MOST_VALUES) throw new InvalidValue(`"${definition.name}" can have at most ${MOST_VALUES} values.`);
  const values = distinct(
    definition,
    list.map((each) => (each === null ? null : readOne(definition, each))).filter((each) => each !== null),
  );
  if (values.filter(isPrimary).length > 1)
    throw new InvalidValue(`Only one value of "${definition.name}" can be primary (RFC 7643 section 2.4).`);
  return values.length === 0 ? null : values;
}

/** Entra ID sends a manager as a bare id, as an array of one, and as an empty text if there is none. */
function readReference(definition: AttributeDefinition, sent: JsonValue): JsonValue | null {
  if (isJsonArray(sent) && sent.length > 1) throw new InvalidValue(`"${definition.name}" has one value.`);
  const only = isJsonArray(sent) ? (sent[0] ?? null) : sent;
  if (only === null || only === '') return null;
  const value = readOne(definition, typeof only === 'string' ? { value: only } : only);
  return isJsonObject(value) && value['value'] === '' ? null : value;
}

function readOne(definition: AttributeDefinition, sent: JsonValue): JsonValue | null {
  switch (definition.type) {
    case 'complex':
      return readComplex(definition, sent);
    case 'boolean':
      return readBoolean(definition, sent);
    case 'integer':
    case 'decimal':
      if (typeof sent === 'number' && (definition.type === 'decimal' || Number.isInteger(sent))) return sent;
      throw wrongType(definition);
    case 'binary':
      return readText(definition, sent, BASE64);
    case 'dateTime':
      return readText(definition, sent, DATE_TIME);
    default:
      return readText(definition, sent, null);
  }
}

function readComplex(definition: AttributeDefinition, sent: JsonValue): JsonObject | null {
  if (!isJsonObject(sent)) throw wrongType(definition);
  const members = new Map<string, JsonValue>();
  for (const [name, value] of Object.entries(sent)) {
    const known = attributeNamed(definition.subAttributes, name);
    if (known === null || known.mutability === 'readOnly') continue;
    const read = readValue(known, value);
    if (read !== null) members.set(known.name, read);
  }
  return members.size === 0 ? null : Object.fromEntries(members);
}

/** Entra ID sends booleans as text unless its tenant URL carries the flag aadOptscim062020. */
function readBoolean(definition: AttributeDefinition, sent: JsonValue): boolean {
  if (typeof sent === 'boolean') return sent;
  const text = typeof sent === 'string' ? sent.toLowerCase() : null;
  if (text === 'true' || text === 'false') return text === 'true';
  throw wrongType(definition);
}

function readText(definition: AttributeDefinition, value: JsonValue, form: RegExp | null): string {
  // Feeds of personnel systems send employee numbers as numbers; beyond 2^53, and with a point, their digits are not those that were sent.
  const sent = typeof value === 'number' && NUMBERED.has(definition.name) && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof sent !== 'string' || form?.test(sent) === false) throw wrongType(definition);
  return sent;
}

function wrongType({ name, type, multiValued }: AttributeDefinition): InvalidValue {
  return new InvalidValue(`"${name}" is ${multiValued ? 'a list of values, each' : 'a value'} of the type ${type}.`);
}
