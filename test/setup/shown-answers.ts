import type { ApiDocument } from './api-contract.js';

interface Schema {
  readonly $ref?: string;
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

type Members = Readonly<Record<string, unknown>>;

/** What is looked at of a long list: the example need not be like its first item. */
const LOOKED_AT = 50;

/** In an example, viewers would take it for a reference of the document and follow it (`resource-examples.ts`). */
const NEVER_SHOWN = '$ref';

/**
 * Compares the examples of answers with answers that the service gave. An example is as true as one that was copied from a test if an
 * answer has the same members, is `null` and empty at the same places, and has the same words of a fixed list, truth values, sentences and
 * kinds of text. Names, numbers and times are free, but times keep their order.
 */
export class ShownAnswers {
  constructor(private readonly document: Pick<ApiDocument, 'components'>) {}

  /** What a reader of the API reference sees, composed as viewers do it. */
  exampleOf(schema: Schema): unknown {
    const { $ref, examples, oneOf, anyOf, properties, items } = schema;
    if (examples !== undefined) return examples[0];
    if ($ref !== undefined) return this.exampleOf(this.resolved($ref));
    if ('const' in schema) return schema.const;
    if (schema.enum !== undefined) return schema.enum[0];
    const [first] = oneOf ?? anyOf ?? [];
    if (first !== undefined) return this.exampleOf(first);
    if (properties !== undefined)
      return Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, this.exampleOf(member)]));
    return items === undefined ? undefined : [this.exampleOf(items)];
  }

  /** @returns where the answer is unlike the example of its schema, and how */
  unlike(schema: Schema, answer: unknown): readonly string[] {
    return this.compared([schema], this.exampleOf(schema), answer, '');
  }

  private compared(schemas: readonly Schema[], shown: unknown, given: unknown, path: string): readonly string[] {
    const kinds = [kindOf(shown), kindOf(given)];
    if (kinds[0] !== kinds[1]) return [`${path}: shows ${kinds[0]}, was ${kinds[1]}`];
    const flat = schemas.flatMap((schema) => this.flat(schema));
    if (Array.isArray(shown))
      return this.comparedItems(
        flat.flatMap(({ items }) => items ?? []),
        shown,
        given as unknown[],
        path,
      );
    if (typeof shown === 'object' && shown !== null) return this.comparedMembers(flat, shown as Members, given as Members, path);
    const isFixed =
      typeof shown === 'boolean' || /^(\.data)?\.message$/.test(path) || flat.some(({ enum: words }) => words?.includes(shown));
    return isFixed && shown !== given ? [`${path}: shows ${JSON.stringify(shown)}, was ${JSON.stringify(given)}`] : [];
  }

  private comparedItems(schemas: readonly Schema[], shown: readonly unknown[], given: readonly unknown[], path: string): readonly string[] {
    return shown.flatMap((item) =>
      given
        .slice(0, LOOKED_AT)
        .map((one) => this.compared(schemas, item, one, `${path}[]`))
        .reduce((nearest, unlike) => (unlike.length < nearest.length ? unlike : nearest)),
    );
  }

  private comparedMembers(schemas: readonly Schema[], shown: Members, given: Members, path: string): readonly string[] {
    const declared = schemas.flatMap(({ properties }) => (properties === undefined ? [] : [properties]));
    // Of a map, only what it maps to has a form.
    if (declared.length === 0) return this.comparedItems([], Object.values(shown), Object.values(given), path);
    const names = [...new Set([...Object.keys(shown), ...Object.keys(given)])].filter((name) => name !== NEVER_SHOWN);
    return [
      ...names.flatMap((name) => {
        const [here, there] = [Object.hasOwn(shown, name), Object.hasOwn(given, name)];
        if (here !== there) return [`${path}.${name}: ${here ? 'is shown, and was not there' : 'is not shown'}`];
        const members = declared.flatMap((one) => (Object.hasOwn(one, name) ? (one[name] ?? []) : []));
        return this.compared(members, shown[name], given[name], `${path}.${name}`);
      }),
      ...outOfOrder(names, shown, given).map((pair) => `${path}: the times ${pair} have another order`),
    ];
  }

  /** All forms that a value may have. */
  private flat(schema: Schema): readonly Schema[] {
    const parts = [schema.oneOf, schema.anyOf, schema.allOf].flatMap((some) => some ?? []);
    const referred = schema.$ref === undefined ? [] : this.flat(this.resolved(schema.$ref));
    return [schema, ...referred, ...parts.flatMap((part) => this.flat(part))];
  }

  private resolved($ref: string): Schema {
    return this.document.components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)] as Schema;
  }
}

const KINDS = {
  'a time': /^\d{4}-\d\d-\d\dT[\d:.]+Z$/,
  'a date': /^\d{4}-\d\d-\d\d$/,
  'a UUID': /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
  digits: /^\d+$/,
  'an address of the web': /^https?:\/\//,
} as const;

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return Object.keys(value).length === 0 ? 'an empty object' : 'an object';
  if (typeof value !== 'string') return typeof value;
  return Object.entries(KINDS).find(([, pattern]) => pattern.test(value))?.[0] ?? 'text';
}

function outOfOrder(names: readonly string[], shown: Members, given: Members): readonly string[] {
  const times = names.filter((name) => kindOf(shown[name]) === 'a time' && kindOf(given[name]) === 'a time');
  return times.flatMap((one, at) =>
    times.slice(at + 1).flatMap((other) => {
      const [here, there] = [shown, given].map((of) => Math.sign(Date.parse(String(of[one])) - Date.parse(String(of[other]))));
      return here !== undefined && there !== undefined && here * there < 0 ? [`${one} and ${other}`] : [];
    }),
  );
}
