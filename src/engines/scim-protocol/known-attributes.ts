import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from './json.js';
import type { ResourceTypeName } from './schema/resource-type.js';
import { attributeNamed, attributeOf, extensionsOf } from './schema/definitions.js';
import type { AttributeDefinition } from './schema/attribute-definition.js';

/**
 * The part of a resource that the schemas define. Nothing else is kept: otherwise it would store anyone's data, shown
 * to all who read the resource. A resource that was written when everything was kept may still have more, which is not
 * shown and goes at its next change.
 * @param attributes as `Resource` keeps them
 */
export function knownAttributes(type: ResourceTypeName, attributes: JsonObject): JsonObject {
  const parts = Object.entries(attributes).map(([name, value]): [string, JsonValue | null] => {
    const extension = extensionsOf(type).find(({ id }) => id === name);
    if (extension !== undefined) return [name, knownMembers(extension.attributes, value)];
    const definition = attributeOf(type, name);
    return [name, definition && knownValue(definition, value)];
  });
  return assigned(parts);
}

/** `null` if nothing is left. */
function knownValue({ subAttributes }: AttributeDefinition, value: JsonValue): JsonValue | null {
  if (subAttributes === undefined) return value;
  if (!isJsonArray(value)) return knownMembers(subAttributes, value);
  const values = value.map((each) => knownMembers(subAttributes, each)).filter((each) => each !== null);
  return values.length === 0 ? null : values;
}

function knownMembers(defined: readonly AttributeDefinition[], value: JsonValue): JsonValue | null {
  if (!isJsonObject(value)) return value;
  const members = assigned(
    Object.entries(value).map(([name, each]) => {
      const definition = attributeNamed(defined, name);
      return [name, definition && knownValue(definition, each)];
    }),
  );
  return Object.keys(members).length === 0 ? null : members;
}

function assigned(members: readonly (readonly [string, JsonValue | null])[]): JsonObject {
  return Object.fromEntries<JsonValue>(members.filter((member): member is [string, JsonValue] => member[1] !== null));
}
