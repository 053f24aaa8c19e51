/** What a JSON document can hold. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: JsonValue;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isJsonArray(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** The member as it is spelt in the object; SCIM compares names without regard to case (RFC 7643 section 2.1). */
export function keyIn(object: JsonObject, name: string): string | null {
  if (Object.hasOwn(object, name)) return name;
  const wanted = name.toLowerCase();
  return Object.keys(object).find((key) => key.toLowerCase() === wanted) ?? null;
}

/** Own members alone: "constructor" and "__proto__" are names like any other. */
export function valueIn(object: JsonObject, name: string): JsonValue | null {
  const key = keyIn(object, name);
  return key === null ? null : (object[key] ?? null);
}

/** The same object with that member, without it for `null`. */
export function withValue(object: JsonObject, key: string, value: JsonValue | null): JsonObject {
  if (value !== null) return { ...object, [key]: value };
  return Object.fromEntries(Object.entries(object).filter(([each]) => each !== key));
}

/** Whether both say the same; the order of members does not matter, that of arrays does. */
export function sameJson(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (one === other) return true;
  if (isJsonArray(one) && isJsonArray(other))
    return one.length === other.length && one.every((each, index) => sameJson(each, other[index]));
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => Object.hasOwn(other, key) && sameJson(one[key], other[key]));
}
