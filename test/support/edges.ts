import { exampleOf } from '../../src/platform/http/example-body.js';
import { readApiDocument } from '../setup/api-contract.js';
import { type DocumentedOperation, type ValueSchema, bodyWith, resolved } from './documented-values.js';
import type { Change } from './right-requests.js';

/** A value that the document still lets pass, at its place in a request; `undefined` leaves the member out. */
export interface Edge {
  readonly place: 'body' | 'header' | 'query';
  readonly name: string;
  readonly value: unknown;
  /** Holds other members, which have edges of their own. */
  readonly isWhole: boolean;
}

/** Larger bodies than the service reads prove nothing. */
const LONGEST = 40_000;
const MOST_ITEMS = 5_000;
const MOST_REPEATED = 500;
/** What a pattern without an example may take. */
const SEEDS = ['x', '1', 'restricted', 'member.*', 'draft', '127.0.0.1', 'openid', '2026-11-20', '2026-11-20T09:15:00Z'];

/** Of every parameter and member, at any depth. */
export function edgesOf({ operation }: DocumentedOperation): Edge[] {
  const parameters = (operation.parameters ?? []).flatMap(({ in: place, name, schema, required, ...one }): Edge[] => {
    // A version is right or wrong by what was read before.
    const isMeant = place === 'query' || name === 'Idempotency-Key';
    if (!isMeant) return [];
    const given = { ...(schema as ValueSchema), ...('example' in one && { example: one.example }) };
    const values = [...rightValues(given), ...(required === true ? [] : [undefined])];
    return values.map((value) => ({ place: place === 'query' ? 'query' : 'header', name, value, isWhole: false }));
  });
  const body = operation.requestBody?.content['application/json']?.['schema'] as ValueSchema | undefined;
  return [...parameters, ...(body === undefined ? [] : membersWithin('', body, 0))];
}

function membersWithin(above: string, given: ValueSchema, depth: number): Edge[] {
  const { properties = {}, required = [], minProperties } = whole(given);
  // A change of one thing must name it.
  const mayLack = (name: string): boolean => !required.includes(name) && minProperties === undefined;
  return Object.entries(properties).flatMap(([own, member]) => {
    const name = above === '' ? own : `${above}.${own}`;
    const inner = depth < 3 ? membersWithin(name, member, depth + 1) : [];
    const { items } = whole(member);
    const ofItems = items === undefined || depth >= 3 ? [] : membersWithin(`${name}[0]`, items, depth + 1);
    const isWhole = inner.length + ofItems.length > 0;
    const values = [...rightValues(member), ...(mayLack(own) ? [undefined] : [])];
    return [...values.map((value) => ({ place: 'body' as const, name, value, isWhole })), ...inner, ...ofItems];
  });
}

interface WholeSchema extends ValueSchema {
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly allOf?: readonly ValueSchema[];
}

/** What is said beside a reference counts too. */
function whole(given: ValueSchema): WholeSchema {
  const schema: WholeSchema = resolved(given);
  const [only] = schema.allOf ?? [];
  return only === undefined ? schema : { ...whole(only), ...schema };
}

/** The first and the last of a range, each of a choice, null where it is taken, and the example. */
function rightValues(given: ValueSchema): unknown[] {
  const schema = whole(given);
  const { anyOf, oneOf, enum: values, example } = schema;
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return choices.flatMap(rightValues);
  if ('const' in schema) return [schema.const];
  if (values !== undefined) return [...values];
  const edges = [schema.type ?? []].flat().flatMap((type) => ofType(type, schema));
  return example === undefined ? edges : [example, ...edges];
}

function ofType(type: string, schema: ValueSchema): unknown[] {
  if (type === 'null') return [null];
  if (type === 'boolean') return [true, false];
  if (type === 'integer' || type === 'number') return [schema.minimum, schema.maximum].filter((one) => one !== undefined);
  if (type === 'array') return listsOf(schema);
  return type === 'string' ? textsOf(schema) : [];
}

function textsOf({ pattern, format, example, minLength = 0, maxLength = Infinity }: ValueSchema): string[] {
  if (format !== undefined) return [];
  const form = new RegExp(pattern ?? '', 'u');
  const fits = (text: string): boolean => text.length >= minLength && text.length <= maxLength && form.test(text);
  const plain = [minLength, maxLength].filter((length) => length <= LONGEST).map((length) => 'x'.repeat(length));
  const withNul = `\0${'x'.repeat(Math.max(0, minLength - 1))}`;
  if (plain.every(fits)) return fits(withNul) ? [...plain, withNul] : plain;
  const seed = [example, ...SEEDS].find((one): one is string => typeof one === 'string' && fits(one));
  return seed === undefined ? [] : [seed, longestLike(seed, fits)];
}

/** The text with one of its characters repeated as often as the form allows. */
function longestLike(seed: string, fits: (text: string) => boolean): string {
  let longest = seed;
  for (let at = 0; at < seed.length; at += 1) {
    const repeated = (times: number): string => seed.slice(0, at) + seed.charAt(at).repeat(times) + seed.slice(at + 1);
    let times = 1;
    while (times < MOST_REPEATED && fits(repeated(times + 1))) times += 1;
    if (repeated(times).length > longest.length) longest = repeated(times);
  }
  return longest;
}

function listsOf({ items, minItems = 0, maxItems = Infinity, example }: ValueSchema): unknown[][] {
  const item = whole(items ?? {});
  const [shown] = [example ?? []].flat();
  const values = [shown, ...rightValues(items ?? {})].filter((one) => one !== undefined && one !== null);
  const [first = exampleOf(readApiDocument(), items ?? {}), last = first] = [values[0], values.at(-1)];
  const named = (at: number): unknown => {
    if (item.enum !== undefined) return item.enum[at];
    if (typeof first === 'number') return at + 1;
    return typeof first === 'string' ? `x${at}` : { ...(first as object), ...(has(first, 'name') && { name: `x${at}` }) };
  };
  const most = Math.min(maxItems, item.enum?.length ?? Infinity);
  const full = most <= MOST_ITEMS ? [Array.from({ length: most }, (_, at) => named(at))] : [];
  return [...(minItems === 0 ? [[]] : []), [first], [last], ...full].filter((list) => list.length >= minItems && !list.includes(undefined));
}

function has(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && name in value;
}

/** What a request becomes in which all of these are sent; what holds others goes first. */
export function changeTo(edges: readonly Edge[], { operation }: DocumentedOperation): Change {
  const members = whole(operation.requestBody?.content['application/json']?.['schema'] ?? {}).properties ?? {};
  const of = (place: Edge['place']) => edges.filter((edge) => edge.place === place);
  const texts = (place: 'header' | 'query') => Object.fromEntries(of(place).map(({ name, value }) => [name, value]));
  const inBody = of('body').toSorted((one, other) => Number(other.isWhole) - Number(one.isWhole));
  const body = (right: object): object =>
    inBody.reduce<object>((whole, { name, value }) => {
      const [top = ''] = name.split(/[.[]/, 1);
      const { [top]: above } = whole as Record<string, unknown>;
      // What a member lies in has all that it needs besides.
      const isBare = above === undefined || (Array.isArray(above) && above.length === 0);
      const held = isBare && top !== name ? { ...whole, [top]: exampleOf(readApiDocument(), members[top] ?? {}) } : whole;
      return bodyWith(held, name, value);
    }, right);
  return { query: texts('query'), headers: texts('header'), ...(inBody.length > 0 && { body }) };
}
