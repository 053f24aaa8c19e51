import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { changesSomething } from './request-validation.pipe.js';
import { WITHOUT_CONTROLS, WITHOUT_NUL } from './storable-text.js';

/** As Nest makes it of a class. */
export interface BodySchema {
  type?: string | string[];
  pattern?: string;
  additionalProperties?: unknown;
  minProperties?: number;
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
  min: ([minimum]) => ({ minimum }),
  max: ([maximum]) => ({ maximum }),
  equals: ([value]) => ({ const: value }),
  // JSON Schema 2020-12 section 6.4 promises neither `\p` nor flags; a client that reads them otherwise would refuse correct values.
  matches: ([pattern]) => (pattern instanceof RegExp && isPlain(pattern) ? { pattern: pattern.source } : {}),
};

/** Patterns for rules that JSON Schema can express only in part. */
const REST: Readonly<Record<string, string>> = { isText: WITHOUT_NUL, isHost: WITHOUT_CONTROLS };

function restOf(pattern: unknown): string | undefined {
  if (!(pattern instanceof RegExp) || isPlain(pattern) || pattern.test('x\0x')) return undefined;
  return pattern.test('x\x7Fx') ? WITHOUT_NUL : WITHOUT_CONTROLS;
}

function isPlain({ flags, source }: RegExp): boolean {
  return flags === '' && !source.includes('\\p{');
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
    const isEmpty = Object.keys(schema.properties ?? {}).length === 0;
    if (type !== undefined || isEmpty) schema.additionalProperties ??= false;
    if (changesSomething(type)) schema.minProperties = 1;
    if (type !== undefined) addBounds(schema, type);
  }
}

function validatedClasses(): Iterable<Type> {
  // Not public. The packages that make schemas of class-validator's classes read it too.
  const { validationMetadatas } = getMetadataStorage() as unknown as { readonly validationMetadatas: ReadonlyMap<Type, unknown> };
  return validationMetadatas.keys();
}

function addBounds({ properties = {} }: BodySchema, type: Type): void {
  const rules = getMetadataStorage()
    .getTargetValidationMetadatas(type, '', false, false)
    .map(({ name = '', constraints, each, propertyName }) => {
      const limits: readonly unknown[] = constraints ?? [];
      const member = each ? properties[propertyName]?.items : properties[propertyName];
      return { member, bounds: BOUNDS[name]?.(limits) ?? {}, rest: REST[name] ?? restOf(limits[0]) };
    });
  // Last, so that the full pattern of another rule wins.
  const rests = rules.map(({ member, rest }) => ({ member, bounds: { pattern: rest } }));
  for (const { member, bounds } of [...rules, ...rests]) {
    // A reference or a choice has its bounds elsewhere.
    if (member?.type === undefined) continue;
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
