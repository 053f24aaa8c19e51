import type { AttributePath } from '../filter/filter.js';
import type { ResourceTypeName } from './resource-type.js';
import { complex } from './attribute.js';
import type { AttributeDefinition, SchemaDefinition } from './attribute-definition.js';
import { COMMON_ATTRIBUTES } from './common-attributes.js';
import { ENTERPRISE_USER } from './enterprise-schema.js';
import { GROUP } from './group-schema.js';
import { USER } from './user-schema.js';

const CORE: Readonly<Record<ResourceTypeName, SchemaDefinition>> = { User: USER, Group: GROUP };
const EXTENSIONS: Readonly<Record<ResourceTypeName, readonly SchemaDefinition[]>> = {
  User: [ENTERPRISE_USER],
  Group: [],
};

/** What a path names. */
export interface AttributeAt {
  /** The sub-attribute if the path names one, else the attribute. */
  readonly definition: AttributeDefinition;
  /** What the sub-attribute is part of; `null` if the path names an attribute as a whole. */
  readonly parent: AttributeDefinition | null;
  /** The URN of the extension that the attribute is part of; `null` for those of the core schema, common ones and extensions as a whole. */
  readonly extension: string | null;
  /** Its place in a resource, by the names of the schema: extension, attribute, sub-attribute. */
  readonly keys: readonly string[];
}

export function schemaOf(type: ResourceTypeName): SchemaDefinition {
  return CORE[type];
}

export function extensionsOf(type: ResourceTypeName): readonly SchemaDefinition[] {
  return EXTENSIONS[type];
}

/** RFC 7643 section 2.1: names, and the URNs before them, are compared without regard to case. */
export function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

export function attributeNamed(attributes: readonly AttributeDefinition[] | undefined, name: string): AttributeDefinition | null {
  return attributes?.find((each) => sameName(each.name, name)) ?? null;
}

/** The attribute of that name without a URN before it: of the core schema or a common one. */
export function attributeOf(type: ResourceTypeName, name: string): AttributeDefinition | null {
  return attributeNamed(schemaOf(type).attributes, name) ?? attributeNamed(COMMON_ATTRIBUTES, name);
}

/**
 * An extension as a whole is the complex attribute that its URN names. A name without a URN is one of an extension where the core
 * schema has none of the name: Microsoft Entra ID checks references by `manager eq "…"`.
 * @returns `null` for what no schema of the type defines
 */
export function definitionAt(type: ResourceTypeName, path: AttributePath): AttributeAt | null {
  const whole = wholeExtension(type, path);
  if (whole !== null) return { definition: whole, parent: null, extension: null, keys: [whole.name] };
  const { schema, attribute: name, subAttribute } = path;
  const inCore = schema === null || sameName(schema, schemaOf(type).id);
  const ofCore = inCore ? attributeOf(type, name) : null;
  const extension = ofCore === null ? extensionWith(type, schema, name) : null;
  const attribute = ofCore ?? attributeNamed(extension?.attributes, name);
  if (attribute === null) return null;
  const urn = extension?.id ?? null;
  const keys = [...(urn === null ? [] : [urn]), attribute.name];
  if (subAttribute === null) return { definition: attribute, parent: null, extension: urn, keys };
  const definition = attributeNamed(attribute.subAttributes, subAttribute);
  if (definition === null) return null;
  return { definition, parent: attribute, extension: urn, keys: [...keys, definition.name] };
}

function extensionWith(type: ResourceTypeName, schema: string | null, name: string): SchemaDefinition | null {
  const found = extensionsOf(type).find(({ id, attributes }) =>
    schema === null ? attributeNamed(attributes, name) !== null : sameName(id, schema),
  );
  return found ?? null;
}

/** `urn:…:2.0:User` alone reads as the attribute "User" of "urn:…:2.0". */
function wholeExtension(type: ResourceTypeName, path: AttributePath): AttributeDefinition | null {
  if (path.schema === null || path.subAttribute !== null) return null;
  const urn = `${path.schema}:${path.attribute}`;
  const extension = extensionsOf(type).find(({ id }) => sameName(id, urn));
  return extension === undefined ? null : complex(extension.id, extension.description, extension.attributes);
}
