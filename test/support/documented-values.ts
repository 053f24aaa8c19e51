import { WITHOUT_CONTROLS, WITHOUT_NUL } from '../../src/platform/http/storable-text.js';
import { type ApiDocument, type Operation, readApiDocument } from '../setup/api-contract.js';

/** The schema of a value that clients send, as the document has it. */
export interface ValueSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly example?: unknown;
  readonly items?: ValueSchema;
  readonly oneOf?: readonly ValueSchema[];
  readonly anyOf?: readonly ValueSchema[];
  readonly properties?: Readonly<Record<string, ValueSchema>>;
}

export interface DocumentedOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

export function operationsOf(document: ApiDocument = readApiDocument()): DocumentedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
}

/** What a reference leads to. */
export function resolved(schema: ValueSchema, document: ApiDocument = readApiDocument()): ValueSchema {
  if (schema.$ref === undefined) return schema;
  return resolved(
    (document.components.schemas as Readonly<Record<string, ValueSchema>>)[schema.$ref.split('/').at(-1) ?? ''] ?? {},
    document,
  );
}

/** `undefined` where several are possible, beside null. */
export function typeOf(schema: ValueSchema): string | undefined {
  const [type, ...others] = [resolved(schema).type ?? []].flat().filter((one) => one !== 'null');
  return others.length === 0 ? type : undefined;
}

/** The members of a body of JSON. */
export function membersOf({ requestBody }: Operation): [name: string, schema: ValueSchema][] {
  return Object.entries(resolved(requestBody?.content['application/json']?.['schema'] ?? {}).properties ?? {});
}

/** Those of members too, and of the first entry of a list, by names such as `mappings[0].group_id`. */
function allMembersOf(operation: Operation): [name: string, schema: ValueSchema][] {
  const within = (name: string, given: ValueSchema, depth: number): [string, ValueSchema][] => {
    const { properties, items } = resolved(given);
    const inner = Object.entries(properties ?? {}).flatMap(([own, schema]) => within(`${name}.${own}`, schema, depth + 1));
    const entry = items === undefined ? [] : Object.entries(resolved(items).properties ?? {});
    const ofEntry = entry.flatMap(([own, schema]) => within(`${name}[0].${own}`, schema, depth + 1));
    return [[name, given], ...(depth < 3 ? [...inner, ...ofEntry] : [])];
  };
  return membersOf(operation).flatMap(([name, schema]) => within(name, schema, 0));
}

/** @returns a copy of the body in which the member of this name has the value */
export function bodyWith(body: object, name: string, value: unknown): object {
  const copy = structuredClone(body) as Record<string, unknown>;
  const steps = name.split(/[.[\]]+/).filter((step) => step !== '');
  let place: Record<string, unknown> = copy;
  for (const [at, step] of steps.slice(0, -1).entries()) {
    const { [step]: inner } = place;
    const next = (typeof inner === 'object' && inner !== null ? inner : steps[at + 1] === '0' ? [{}] : {}) as Record<string, unknown>;
    place[step] = next;
    place = next;
  }
  place[steps.at(-1) ?? ''] = value;
  return copy;
}

/** The last value that a promise of the document lets pass, the first that it refuses, and how an answer says so. */
export interface Border {
  readonly name: string;
  readonly last: unknown;
  readonly beyond: unknown;
  readonly code: string;
}

/** With a few of these a body is larger than what is read at all. */
const LONGEST = 3_000;
/** Patterns that only forbid some characters. Any text without those may be sent. */
const SAYS_WHAT_IS_NOT: readonly string[] = [WITHOUT_NUL, WITHOUT_CONTROLS];
const UNLIKE_ANYTHING = ['no such', '', '!', 'No such: \u{1F600}', '0', 'x'.repeat(LONGEST)];

/** Those of every parameter, and of every member at any depth. */
export function bordersIn({ operation }: DocumentedOperation): Readonly<Record<'body' | 'query', readonly Border[]>> {
  const query = (operation.parameters ?? []).filter((one) => one.in === 'query');
  return {
    query: query.flatMap(({ name, schema }) => bordersOf(name, schema ?? {}, 'query')),
    body: allMembersOf(operation).flatMap(([name, member]) => bordersOf(name, member, 'body')),
  };
}

/** @param place in an address everything is text, and nothing is null */
function bordersOf(name: string, given: ValueSchema, place: 'query' | 'body'): Border[] {
  const schema = resolved(given);
  const {
    pattern,
    format,
    enum: values,
    example,
    minLength = 0,
    maxLength = Infinity,
    minimum,
    maximum,
    minItems = 0,
    maxItems = Infinity,
  } = schema;
  const isNullable = [schema.type ?? []].flat().includes('null');
  const refusesNull = place === 'body' && schema.type !== undefined && !isNullable;
  const right = values?.[0] ?? example;
  const borders: Border[] = refusesNull ? [{ name, last: right, beyond: null, code: 'wrong_type' }] : [];
  const add = (last: unknown, beyond: unknown, code: string): unknown => borders.push({ name, last, beyond, code });
  const type = typeOf(schema);
  const addLengths = (): void => {
    if (minLength > 0) add('x'.repeat(minLength), 'x'.repeat(minLength - 1), 'too_short');
    if (maxLength <= LONGEST) add('x'.repeat(maxLength), 'x'.repeat(maxLength + 1), 'too_long');
  };
  if (values !== undefined) add(values[0], 'no such', 'not_one_of');
  else if (pattern !== undefined && SAYS_WHAT_IS_NOT.includes(pattern)) {
    const shortest = 'x'.repeat(minLength);
    add(shortest, `\0${shortest.slice(1)}`, 'malformed');
    addLengths();
  } else if (pattern !== undefined || format !== undefined) {
    const unlike = UNLIKE_ANYTHING.find(
      (text) => text.length >= minLength && text.length <= maxLength && !new RegExp(pattern ?? '^\\d', 'u').test(text),
    );
    if (unlike !== undefined && type === 'string') add(example, unlike, 'malformed');
  } else if (type === 'string') addLengths();
  else if (type === 'integer' || type === 'number') {
    if (minimum !== undefined) add(minimum, minimum - 1, 'too_small');
    if (maximum !== undefined) add(maximum, maximum + 1, 'too_large');
  } else if (type === 'array') {
    const item = resolved(schema.items ?? {});
    const one = [example ?? []].flat()[0] ?? item.example ?? item.enum?.[0] ?? (typeOf(item) === 'integer' ? 1 : 'x');
    if (minItems > 0) add(Array(minItems).fill(one), Array(minItems - 1).fill(one), 'too_few');
    if (maxItems <= LONGEST) add([one], Array(maxItems + 1).fill(one), 'too_many');
  }
  return borders;
}
