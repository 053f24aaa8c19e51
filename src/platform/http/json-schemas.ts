import { z } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Schemas for an OpenAPI 3.1 document, which are JSON Schema 2020-12: those with a name as components, and all as they
 * are used, in the order in which they were given.
 */
export function jsonSchemasOf(given: readonly z.ZodType[]): {
  readonly components: Readonly<Record<string, JsonSchema>>;
  readonly schemas: readonly JsonSchema[];
} {
  const [first, ...others] = given;
  if (first === undefined) return { components: {}, schemas: [] };
  // As the items of one tuple: zod then gathers whatever has a name, once, and refuses two of the same name.
  const gathered = z.toJSONSchema(z.tuple([first, ...others]), {
    io: 'output',
    override: ({ jsonSchema }) => undoTraps(jsonSchema),
  });
  const written = JSON.stringify(gathered).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { $defs = {}, prefixItems } = JSON.parse(written) as {
    readonly $defs?: Readonly<Record<string, JsonSchema>>;
    readonly prefixItems: readonly JsonSchema[];
  };
  return { components: $defs, schemas: prefixItems };
}

/** What zod writes but we do not mean. */
function undoTraps(schema: z.core.JSONSchema.BaseSchema): void {
  // `z.int()`: the limits of exact integers in JavaScript are not part of the contract.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // `.readonly()` is for the compiler; in OpenAPI it would say that a client may read the member, but not send it.
  delete schema.readOnly;
  // A client has to survive members that are added later.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  // Only bodies of requests have defaults, and what has one may be left out.
  const { properties = {}, required } = schema;
  if (required !== undefined) schema.required = required.filter((name) => !hasDefault(properties[name]));
  // Names of members are text anyway.
  const { propertyNames } = schema;
  if (typeof propertyNames === 'object' && Object.keys(propertyNames).join() === 'type') delete schema.propertyNames;
}

function hasDefault(member: unknown): boolean {
  return typeof member === 'object' && member !== null && 'default' in member;
}
