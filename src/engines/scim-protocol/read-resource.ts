import { lookOf } from '../../shared/look-of-name.js';
import { readValue } from './attribute-value.js';
import { checkedJson } from './checked-json.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, keyIn, valueIn, withValue } from './json.js';
import { type MemberReference, readMembers } from './members.js';
import type { ResourceTypeName } from './schema/resource-type.js';
import { attributeNamed, attributeOf, extensionsOf, sameName, schemaOf } from './schema/definitions.js';
import type { AttributeDefinition } from './schema/attribute-definition.js';
import { LONGEST_NAME } from './schema/limits.js';
import { rightlySpelt } from './schema/spelt-urn.js';
import { InvalidSyntax, InvalidValue } from './scim.errors.js';

/** A user or group as a POST or PUT describes it. */
export interface IncomingResource {
  /** As `Resource` keeps them: without what is read only, `schemas`, `members` and `password`. */
  readonly attributes: JsonObject;
  /** `null` unless they were sent; users have none. */
  readonly members: readonly MemberReference[] | null;
  /** In the clear, not yet looked at by any policy; `null` unless it was sent. */
  readonly password: string | null;
}

/**
 * @throws InvalidSyntax when it is not a resource of the type, InvalidValue for a value that the schema or the database
 * does not accept
 */
export function readResource(type: ResourceTypeName, body: unknown): IncomingResource {
  if (!isJsonObject(body)) throw new InvalidSyntax('The body must be a JSON object.');
  requireSchema(body, schemaOf(type).id);
  const membersKey = type === 'Group' ? keyIn(body, 'members') : null;
  const sent = membersKey === null ? body : withValue(body, membersKey, null);
  checkedJson(sent);
  let attributes: JsonObject = {};
  for (const [name, value] of Object.entries(sent)) attributes = withAttribute(type, attributes, ofResource(type, name), value);
  return {
    attributes: checkedAttributes(type, attributes),
    members: membersKey === null ? null : readMembers(body[membersKey]),
    password: type === 'User' ? readPassword(valueIn(body, 'password')) : null,
  };
}

/**
 * Refuses what is invalid for every resource, whichever request made it.
 * @throws InvalidValue
 */
export function checkedAttributes(type: ResourceTypeName, attributes: JsonObject): JsonObject {
  checkedJson(attributes);
  const naming = type === 'User' ? 'userName' : 'displayName';
  const name = attributes[naming];
  if (typeof name !== 'string' || lookOf(name) === '') throw new InvalidValue(`"${naming}" is required.`);
  for (const key of [naming, 'externalId']) {
    const value = attributes[key];
    if (typeof value === 'string' && value.length > LONGEST_NAME)
      throw new InvalidValue(`"${key}" can have at most ${LONGEST_NAME} characters.`);
  }
  return attributes;
}

/** @throws InvalidValue */
export function readPassword(sent: JsonValue): string | null {
  if (sent === null) return null;
  if (typeof sent !== 'string') throw new InvalidValue('"password" is a value of the type string.');
  return sent;
}

/**
 * RFC 7643 section 3 requires `schemas`; what it lists beside the schema that is asked for does not matter, as clients list extensions
 * of which they send nothing (Entra ID even one with a misspelt URN).
 * @throws InvalidSyntax
 */
export function requireSchema(body: JsonObject, urn: string): void {
  const schemas = valueIn(body, 'schemas');
  const listed = isJsonArray(schemas) && schemas.every((each) => typeof each === 'string') ? schemas : [];
  if (!listed.some((each) => sameName(each, urn))) throw new InvalidSyntax(`"schemas" has to list ${urn}.`);
}

/** Some clients write the URN of the core schema before an attribute, as a path would have it. */
function ofResource(type: ResourceTypeName, sent: string): string {
  const name = rightlySpelt(sent);
  const core = `${schemaOf(type).id}:`;
  return sameName(name.slice(0, core.length), core) ? name.slice(core.length) : name;
}

function withAttribute(type: ResourceTypeName, attributes: JsonObject, name: string, value: JsonValue): JsonObject {
  const core = attributeOf(type, name);
  if (core !== null) return isKept(core) ? withValue(attributes, core.name, readValue(core, value)) : attributes;
  const extension = extensionsOf(type).find(({ id }) => sameName(id, name));
  if (extension !== undefined) return withExtension(attributes, extension.id, readExtension(extension.attributes, name, value));
  // The tutorial of Entra ID creates users with "department" and "manager" beside the core attributes.
  for (const { id, attributes: defined } of extensionsOf(type)) {
    const bare = attributeNamed(defined, name);
    if (bare !== null) return withExtension(attributes, id, readExtension(defined, id, { [bare.name]: value }));
  }
  // What no schema knows is not kept; see `knownAttributes`.
  return attributes;
}

function withExtension(attributes: JsonObject, urn: string, members: JsonObject): JsonObject {
  const present = attributes[urn];
  const merged = { ...(isJsonObject(present) ? present : {}), ...members };
  return withValue(attributes, urn, Object.keys(merged).length === 0 ? null : merged);
}

function readExtension(defined: readonly AttributeDefinition[], urn: string, value: JsonValue): JsonObject {
  if (value === null) return {};
  if (!isJsonObject(value)) throw new InvalidValue(`"${urn}" is an object.`);
  let members: JsonObject = {};
  for (const [name, each] of Object.entries(value)) {
    const known = attributeNamed(defined, name);
    if (known === null || known.mutability === 'readOnly') continue;
    members = withValue(members, known.name, readValue(known, each));
  }
  return members;
}

/** Whether it is in `Resource.attributes`. */
export function isKept({ name, mutability }: AttributeDefinition): boolean {
  return mutability !== 'readOnly' && mutability !== 'writeOnly' && name !== 'schemas' && name !== 'members';
}
