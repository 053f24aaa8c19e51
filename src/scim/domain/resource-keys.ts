import { emailKeyOf } from '../../shared/email-key.js';
import { lookOf } from '../../shared/look-of-name.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, valueIn } from '../../engines/scim-protocol/json.js';
import { personOf } from './person.js';
import type { ResourceTypeName } from '../../engines/scim-protocol/schema/resource-type.js';
import { attributeNamed, attributeOf, extensionsOf, sameName } from '../../engines/scim-protocol/schema/definitions.js';
import type { AttributeDefinition } from '../../engines/scim-protocol/schema/attribute-definition.js';
import { folded } from '../../engines/scim-protocol/schema/folded.js';

/** The keys by which a resource is found; made from its attributes. */
export interface ResourceKeys {
  /** userName or displayName, folded. */
  readonly nameKey: string;
  /** What a reader sees of it: unique, so that no name has a twin that looks the same. */
  readonly lookKey: string;
  /** The keys of a user's best address, and of a userName that is an address, where they differ from the folded text. */
  readonly addressKey: string | null;
  readonly nameAddressKey: string | null;
  readonly externalId: string | null;
  /**
   * The attributes with names lower-cased and strings folded, except for those that the schema calls case exact: what filters and
   * sorting read. Attributes that no schema knows are not case exact. Without what `isReadAsSent`.
   */
  readonly search: JsonObject;
}

export function keysOf(type: ResourceTypeName, attributes: JsonObject): ResourceKeys {
  const name = valueIn(attributes, type === 'User' ? 'userName' : 'displayName');
  const externalId = valueIn(attributes, 'externalId');
  const searched = Object.entries(attributes).filter(([key]) => !isReadAsSent(type, key));
  const search = searched.map(([key, value]) => [key.toLowerCase(), topLevel(type, key, value)]);
  return {
    nameKey: typeof name === 'string' ? folded(name) : '',
    lookKey: typeof name === 'string' ? lookOf(name) : '',
    ...addressKeysOf(type, attributes),
    externalId: typeof externalId === 'string' ? externalId : null,
    search: Object.fromEntries(search) as JsonObject,
  };
}

/** Whether filters and sorting read it in `attributes`. It changes often, and alone: in `search` each change would be written into every index. */
export function isReadAsSent(type: ResourceTypeName, key: string | undefined): boolean {
  return type === 'User' && key === 'active';
}

function addressKeysOf(type: ResourceTypeName, attributes: JsonObject): Pick<ResourceKeys, 'addressKey' | 'nameAddressKey'> {
  if (type === 'Group') return { addressKey: null, nameAddressKey: null };
  const { username, addresses } = personOf(attributes);
  return { addressKey: otherKeyOf(addresses[0] ?? ''), nameAddressKey: otherKeyOf(username) };
}

function otherKeyOf(address: string): string | null {
  const key = emailKeyOf(address);
  return key === folded(address) ? null : key;
}

function topLevel(type: ResourceTypeName, key: string, value: JsonValue): JsonValue {
  const extension = extensionsOf(type).find(({ id }) => sameName(id, key));
  if (extension !== undefined) return inside(extension.attributes, value);
  return searchable(attributeOf(type, key), value);
}

function searchable(definition: AttributeDefinition | null, value: JsonValue): JsonValue {
  if (typeof value === 'string') return definition?.caseExact === true ? value : folded(value);
  if (isJsonArray(value)) return value.map((each) => searchable(definition, each));
  return inside(definition?.subAttributes ?? [], value);
}

function inside(attributes: readonly AttributeDefinition[], value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key.toLowerCase(), searchable(attributeNamed(attributes, key), each)]),
  );
}
