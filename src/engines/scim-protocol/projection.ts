import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from './json.js';
import type { ResourceTypeName } from './schema/resource-type.js';
import { attributeNamed, attributeOf, extensionsOf, sameName, schemaOf } from './schema/definitions.js';
import type { AttributeDefinition } from './schema/attribute-definition.js';
import { MOST_NAMES } from './schema/limits.js';
import { rightlySpelt } from './schema/spelt-urn.js';
import { InvalidValue } from './scim.errors.js';

/** Which attributes of a resource an answer shows (RFC 7644 section 3.9). */
export interface Projection {
  readonly mode: 'default' | 'only' | 'without';
  /** Lower-cased, as they were sent. Unknown names have no effect. */
  readonly names: ReadonlySet<string>;
}

/** As query parameters (names between commas) or members of a search request (an array) give them. */
export interface AskedAttributes {
  readonly attributes?: unknown;
  readonly excludedAttributes?: unknown;
}

/** Where an attribute stands: what may precede its name, and the URN that names everything there. */
interface Place {
  readonly prefixes: readonly string[];
  readonly whole: string;
}

/** @throws InvalidValue for both at once (they are mutually exclusive) and for what is not a list of names */
export function projectionOf(asked: AskedAttributes): Projection {
  const only = namesOf('attributes', asked.attributes);
  const without = namesOf('excludedAttributes', asked.excludedAttributes);
  if (only.size > 0 && without.size > 0)
    throw new InvalidValue('"attributes" and "excludedAttributes" exclude each other (RFC 7644 section 3.9).');
  if (only.size > 0) return { mode: 'only', names: only };
  return without.size > 0 ? { mode: 'without', names: without } : { mode: 'default', names: without };
}

/** Whether an answer shows the attribute or a part of it, so that what it does not show is not read either. */
export function isShown(projection: Projection, type: ResourceTypeName, attribute: string): boolean {
  const definition = attributeOf(type, attribute);
  return definition !== null && shownPart(projection, placeOf(type), definition) !== null;
}

/** The part of a whole resource that the projection shows, in its order. */
export function project(projection: Projection, type: ResourceTypeName, resource: JsonObject): JsonObject {
  const place = placeOf(type);
  const shown = Object.entries(resource).map(([name, value]): [string, JsonValue | null] => {
    const extension = extensionsOf(type).find(({ id }) => sameName(id, name));
    const core = attributeOf(type, name);
    if (extension === undefined && (core !== null || !name.includes(':')))
      return [name, partOf(projection, place, core ?? unknown(name), value)];
    return [name, extensionPart(projection, type, name, extension?.attributes ?? [], value)];
  });
  return Object.fromEntries(shown.filter(([, value]) => value !== null));
}

function extensionPart(
  projection: Projection,
  type: ResourceTypeName,
  urn: string,
  defined: readonly AttributeDefinition[],
  value: JsonValue,
): JsonValue | null {
  const whole = urn.toLowerCase();
  if (!isJsonObject(value)) return partOf(projection, { prefixes: [''], whole }, unknown(urn), value);
  const parts = Object.entries(value).map(([name, each]): [string, JsonValue | null] => {
    const known = attributeNamed(defined, name);
    // "department" alone means the one of the extension if the core schema has no attribute of the name.
    const bare = known !== null && attributeOf(type, name) === null ? [''] : [];
    return [name, partOf(projection, { prefixes: [`${whole}:`, ...bare], whole }, known ?? unknown(name), each)];
  });
  const shown = parts.filter(([, part]) => part !== null);
  return shown.length === 0 ? null : Object.fromEntries(shown);
}

function partOf(projection: Projection, place: Place, definition: AttributeDefinition, value: JsonValue): JsonValue | null {
  const shows = shownPart(projection, place, definition);
  if (shows === null) return null;
  if (shows === 'whole') return value;
  const narrowed = (each: JsonValue): JsonValue | null => {
    if (!isJsonObject(each)) return each;
    const left = Object.entries(each).filter(([name]) => shows(name));
    return left.length === 0 ? null : Object.fromEntries(left);
  };
  if (!isJsonArray(value)) return narrowed(value);
  const values = value.map(narrowed).filter((each) => each !== null);
  return values.length === 0 ? null : values;
}

/** All of it, none of it, or those of its sub-attributes for which the answer is yes. */
function shownPart(
  { mode, names }: Projection,
  { prefixes, whole }: Place,
  definition: AttributeDefinition,
): 'whole' | ((name: string) => boolean) | null {
  const { returned, subAttributes } = definition;
  if (returned === 'never') return null;
  if (mode === 'default') return returned === 'request' ? null : 'whole';
  const isNamed = (name: string): boolean => prefixes.some((prefix) => names.has(prefix + name.toLowerCase()));
  const attribute = names.has(whole) || isNamed(definition.name);
  const sub = (name: string): boolean => isNamed(`${definition.name}.${name}`);
  const always = (name: string): boolean => attributeNamed(subAttributes, name)?.returned === 'always';
  if (mode === 'only') {
    if (attribute || returned === 'always') return 'whole';
    return someStartWith(names, prefixes, definition.name) ? (name) => sub(name) || always(name) : null;
  }
  if (returned === 'always') return 'whole';
  if (attribute || returned === 'request') return null;
  return someStartWith(names, prefixes, definition.name) ? (name) => !sub(name) || always(name) : 'whole';
}

function someStartWith(names: ReadonlySet<string>, prefixes: readonly string[], attribute: string): boolean {
  const starts = prefixes.map((prefix) => `${prefix}${attribute.toLowerCase()}.`);
  return [...names].some((name) => starts.some((start) => name.startsWith(start)));
}

function placeOf(type: ResourceTypeName): Place {
  const whole = schemaOf(type).id.toLowerCase();
  return { prefixes: ['', `${whole}:`], whole };
}

function unknown(name: string): AttributeDefinition {
  return {
    name,
    type: 'complex',
    multiValued: false,
    description: '',
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
  };
}

function namesOf(parameter: string, asked: unknown): ReadonlySet<string> {
  const list: readonly unknown[] = asked === undefined || asked === null ? [] : Array.isArray(asked) ? asked : [asked];
  const names = list.flatMap((each) => {
    if (typeof each !== 'string') throw new InvalidValue(`"${parameter}" is a list of names of attributes.`);
    return each.split(',').map((name) => rightlySpelt(name.trim()).toLowerCase());
  });
  if (names.length > MOST_NAMES) throw new InvalidValue(`"${parameter}" can list at most ${MOST_NAMES} names.`);
  return new Set(names.filter((name) => name !== ''));
}
