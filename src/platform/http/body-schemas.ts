import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';

/** As Nest makes it of a class. */
export interface BodySchema {
  type?: string | string[];
  pattern?: string;
  additionalProperties?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly BodySchema[];
  readonly properties?: Readonly<Record<string, BodySchema>>;
  readonly items?: BodySchema;
  readonly [keyword: string]: unknown;
}

/** What a validator demands of a value, by its name. A text has at most as many characters as bytes. */
const BOUNDS: Readonly<Record<string, (constraints: readonly unknown[]) => Partial<BodySchema>>> = {
  isLength: ([minLength, maxLength]) => ({ minLength, maxLength }),
  minLength: ([minLength]) => ({ minLength }),
  maxLength: ([maxLength]) => ({ maxLength }),
  isByteLength: ([, maxLength]) => ({ maxLength }),
  arrayMinSize: ([minItems]) => ({ minItems }),
  arrayMaxSize: ([maxItems]) => ({ maxItems }),
  equals: ([value]) => ({ const: value }),
  // JSON Schema 2020-12 section 6.4 promises neither `\p` nor flags; a client that reads them otherwise would refuse correct values.
  matches: ([pattern]) => (isPlain(pattern) ? { pattern: pattern.source } : {}),
};

function isPlain(pattern: unknown): pattern is RegExp {
  return pattern instanceof RegExp && pattern.flags === '' && !pattern.source.includes('\\p{');
}

/**
 * Corrects what Nest makes of the classes of bodies. Its plugin sees only validators that stand at the member itself, not those inside a
 * decorator of ours; it does not know that all numbers are whole and that unknown members are refused.
 */
export function correctBodies(schemas: Readonly<Record<string, BodySchema>>): void {
  const classes = new Map([...validatedClasses()].map((type) => [type.name, type]));
  for (const [name, schema] of Object.entries(schemas)) {
    correctTypes(schema);
    const type = classes.get(name);
    if (type === undefined) continue;
    schema.additionalProperties ??= false;
    addBounds(schema, type);
  }
}

function validatedClasses(): Iterable<Type> {
  // Not public. The packages that make schemas of class-validator's classes read it too.
  const { validationMetadatas } = getMetadataStorage() as unknown as { readonly validationMetadatas: ReadonlyMap<Type, unknown> };
  return validationMetadatas.keys();
}

function addBounds({ properties = {} }: BodySchema, type: Type): void {
  for (const { name, constraints, each, propertyName } of getMetadataStorage().getTargetValidationMetadatas(type, '', false, false)) {
    const member = each ? properties[propertyName]?.items : properties[propertyName];
    const bounds = BOUNDS[name ?? '']?.(constraints ?? []);
    // A reference or a choice has its bounds elsewhere.
    if (member?.type === undefined || bounds === undefined) continue;
    for (const [bound, value] of Object.entries(bounds))
      if (value !== undefined && !(bound in member)) Object.assign(member, { [bound]: value });
  }
}

function correctTypes(schema: BodySchema): void {
  // JSON Schema 2020-12 section 6.4 promises no `\p`; a client that reads it otherwise would refuse correct values.
  if (schema.pattern?.includes('\\p{') === true) delete schema.pattern;
  if (schema.type === 'number') schema.type = 'integer';
  else if (Array.isArray(schema.type)) schema.type = schema.type.map((type) => (type === 'number' ? 'integer' : type));
  takeNullOutOfChoice(schema);
  for (const part of [...Object.values(schema.properties ?? {}), schema.items]) if (part !== undefined) correctTypes(part);
}

/** As answers have it: generators of clients take a list of values for texts alone. */
function takeNullOutOfChoice(schema: BodySchema): void {
  const { enum: values, type } = schema;
  if (values?.includes(null) !== true) return;
  const types = [type ?? []].flat().filter((one) => one !== 'null');
  const [only] = types;
  schema.anyOf = [
    { ...(types.length === 1 && only !== undefined && { type: only }), enum: values.filter((value) => value !== null) },
    { type: 'null' },
  ];
  delete schema.enum;
  delete schema.type;
}
