import type { Filter, PatchPath } from '../filter/filter.js';
import { parsePath } from '../filter/parse-path.js';
import { isJsonObject, type JsonObject, type JsonValue, keyIn } from '../json.js';
import type { ResourceTypeName } from '../schema/resource-type.js';
import { attributeNamed, attributeOf, extensionsOf, sameName, schemaOf } from '../schema/definitions.js';
import type { AttributeDefinition } from '../schema/attribute-definition.js';
import { isOfScim } from '../schema/spelt-urn.js';
import { InvalidPath } from '../scim.errors.js';

/** A name under which something stands or will stand; `definition` is `null` for what no schema defines. */
export interface NamedAttribute {
  readonly key: string;
  readonly definition: AttributeDefinition | null;
}

export interface AttributeTarget extends NamedAttribute {
  readonly kind: 'attribute';
  /** The extension that the attribute is part of; `null` for the resource itself. */
  readonly urn: string | null;
  readonly sub: NamedAttribute | null;
  /** Which values of a multi-valued attribute; `null` for all of them. */
  readonly values: Filter | null;
}

/** All attributes of an extension, or of the resource for `null`. */
interface SchemaTarget {
  readonly kind: 'schema';
  readonly urn: string | null;
}

export type Target = AttributeTarget | SchemaTarget;

interface Where {
  readonly type: ResourceTypeName;
  readonly attributes: JsonObject;
  /** An object that is written under an unknown URN is an extension as a whole. */
  readonly value: JsonValue | undefined;
  /** Whether an undefined name is a new attribute (in a value, as in a POST) or a mistake (in a path). */
  readonly takesUnknown: boolean;
  /** The extension that holds the name in its value. */
  readonly within: string | null;
}

/**
 * What a path, or a name in the value of an operation without a path, stands for.
 * @throws InvalidPath, InvalidFilter
 */
export function targetOf(text: string, sent: Where): Target {
  // A name of SCIM that no schema has is a mistake, and what it should change would be lost.
  const where = { ...sent, takesUnknown: sent.takesUnknown && !isOfScim(text) };
  const schema = where.within === null ? wholeSchema(text.trim(), where) : null;
  if (schema !== null) return schema;
  // Entra ID puts paths where names belong: {"name.givenName": …}, {"urn:…:User:employeeNumber": …}, {"emails[type eq \"work\"].value": …}.
  const isPath = !where.takesUnknown || (where.within === null ? /[.:[]/ : /[.[]/).test(text);
  const { path, values } = isPath ? parsePath(qualified(where.within, text)) : plain(where.within, text);
  const { urn, holder, defined } = holderOf(path.schema, path.attribute, where);
  const place = placeIn(defined, holder, path.attribute, where);
  const { definition } = place;
  const isComplex = definition === null || definition.type === 'complex';
  if (values !== null && definition?.multiValued === false)
    throw new InvalidPath(`"${place.key}" has a single value, so a path cannot filter its values.`);
  if (path.subAttribute === null) return { kind: 'attribute', urn, ...place, sub: null, values };
  if (!isComplex) throw new InvalidPath(`"${place.key}" has no sub-attributes.`);
  const sub = subPlace(place, holder, path.subAttribute, where);
  return { kind: 'attribute', urn, ...place, sub, values };
}

function qualified(within: string | null, text: string): string {
  return within === null ? text : `${within}:${text}`;
}

function plain(schema: string | null, attribute: string): PatchPath {
  return { path: { schema, attribute, subAttribute: null }, values: null };
}

function wholeSchema(text: string, { type, attributes, value, takesUnknown }: Where): SchemaTarget | null {
  if (!text.includes(':')) return null;
  if (sameName(text, schemaOf(type).id)) return { kind: 'schema', urn: null };
  const urns = [...extensionsOf(type).map(({ id }) => id), ...extensionKeys(attributes)];
  const known = urns.find((urn) => sameName(urn, text));
  if (known !== undefined) return { kind: 'schema', urn: known };
  const wanted = text.toLowerCase();
  const isPart = [schemaOf(type).id, ...urns].some((urn) => wanted.startsWith(`${urn.toLowerCase()}:`));
  return takesUnknown && !isPart && isJsonObject(value) && !text.includes('[') ? { kind: 'schema', urn: text } : null;
}

function extensionKeys(attributes: JsonObject): string[] {
  return Object.keys(attributes).filter((key) => key.includes(':') && isJsonObject(attributes[key]));
}

interface Holder {
  readonly urn: string | null;
  readonly holder: JsonObject;
  /** `null` when no schema says anything, so that every name is allowed. */
  readonly defined: readonly AttributeDefinition[] | null;
}

function holderOf(schema: string | null, name: string, { type, attributes }: Where): Holder {
  const core = { urn: null, holder: attributes, defined: schemaOf(type).attributes };
  if (schema !== null && !sameName(schema, schemaOf(type).id)) return extensionHolder(schema, name, { type, attributes });
  if (schema !== null || attributeOf(type, name) !== null || keyIn(attributes, name) !== null) return core;
  // Entra ID sends "manager" and "department" without the URN of their extension.
  const extension = extensionsOf(type).find((each) => attributeNamed(each.attributes, name) !== null);
  return extension === undefined ? core : extensionHolder(extension.id, name, { type, attributes });
}

function extensionHolder(schema: string, name: string, { type, attributes }: Pick<Where, 'type' | 'attributes'>): Holder {
  const extension = extensionsOf(type).find(({ id }) => sameName(id, schema));
  if (extension === undefined && isOfScim(`${schema}:${name}`))
    throw new InvalidPath(`A ${type} has no schema "${schema}". Check its spelling.`);
  const urn = extension?.id ?? keyIn(attributes, schema) ?? schema;
  const present = Object.hasOwn(attributes, urn) ? attributes[urn] : undefined;
  if (present !== undefined && !isJsonObject(present)) throw new InvalidPath(`"${urn}" has no attributes.`);
  return { urn, holder: present ?? {}, defined: extension?.attributes ?? null };
}

function placeIn(
  defined: readonly AttributeDefinition[] | null,
  holder: JsonObject,
  name: string,
  { type, takesUnknown }: Where,
): NamedAttribute {
  const definition =
    defined === null ? null : defined === schemaOf(type).attributes ? attributeOf(type, name) : attributeNamed(defined, name);
  if (definition !== null) return { key: definition.name, definition };
  const key = keyIn(holder, name);
  if (key === null && defined !== null && !takesUnknown) throw new InvalidPath(`No schema has an attribute "${name}". Check its spelling.`);
  return { key: key ?? name, definition: null };
}

function subPlace({ key, definition }: NamedAttribute, holder: JsonObject, name: string, { takesUnknown }: Where): NamedAttribute {
  const known = attributeNamed(definition?.subAttributes, name);
  if (known !== null) return { key: known.name, definition: known };
  const parent = Object.hasOwn(holder, key) ? holder[key] : null;
  const present = isJsonObject(parent) ? keyIn(parent, name) : null;
  if (present === null && definition !== null && !takesUnknown) throw new InvalidPath(`"${key}" has no sub-attribute "${name}".`);
  return { key: present ?? name, definition: null };
}
