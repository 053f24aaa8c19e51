export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly propertyNames?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly [keyword: string]: unknown;
}

type Schemas = Readonly<Record<string, Schema>>;

/** Who writes what the schema describes: the client or the service. */
export type Side = 'answer' | 'request';

/** A request may not be judged more strictly by these. */
const FLOORS = ['minLength', 'minItems', 'minProperties'];
const CEILINGS = ['maxLength', 'maxItems', 'maxProperties'];
const FORMS = ['pattern', 'format', 'uniqueItems', 'contentEncoding'];

export function nameOf(ref: string): string {
  return ref.split('/').at(-1) ?? '';
}

/** Compares schemas of two documents. What two operations share is looked at once, and told under its name. */
export class SchemaBreaks {
  private readonly seen = new Map<string, string[]>();

  constructor(
    private readonly before: Schemas,
    private readonly now: Schemas,
  ) {}

  between(old: Schema, current: Schema, side: Side, where: string): string[] {
    if (old.$ref === undefined || current.$ref === undefined)
      return this.compared(this.whole(old, this.before), this.whole(current, this.now), side, where);
    const [name, key] = [nameOf(old.$ref), `${old.$ref} ${current.$ref} ${side}`];
    const known = this.seen.get(key);
    if (known !== undefined) return known;
    // A schema may contain itself.
    this.seen.set(key, []);
    const found = this.compared(this.whole(old, this.before), this.whole(current, this.now), side, `${name} (${side})`);
    this.seen.set(key, found);
    return found;
  }

  private whole(schema: Schema, schemas: Schemas): Schema {
    if (schema.$ref !== undefined) return this.whole(schemas[nameOf(schema.$ref)] ?? {}, schemas);
    const parts = (schema.allOf ?? []).map((part) => this.whole(part, schemas));
    return parts.reduce(
      (merged, part) => ({
        ...merged,
        ...part,
        properties: { ...merged.properties, ...part.properties },
        required: [...(merged.required ?? []), ...(part.required ?? [])],
      }),
      schema,
    );
  }

  private compared(old: Schema, now: Schema, side: Side, where: string): string[] {
    if ([old, now].some((one) => (one.anyOf ?? one.oneOf ?? []).length > 1))
      return this.ofAlternatives(alternativesOf(old), alternativesOf(now), side, where);
    return [
      ...typeBreaks(old, now, side, where),
      ...(side === 'request' ? boundBreaks(old, now, where) : formBreaks(old, now, where)),
      ...this.memberBreaks(old, now, side, where),
      ...this.ofPart(old.items, now.items, side, `${where}[]`),
      ...this.placeBreaks(old, now, side, where),
      ...this.ofPart(old.propertyNames, now.propertyNames, side, `each name in ${where}`),
      // Where no other members were taken or answered, those of now break nothing.
      ...(old.additionalProperties === false ? [] : this.ofPart(otherMembers(old), otherMembers(now), side, `${where}.*`)),
    ];
  }

  /** A schema that is absent promises nothing in an answer, and refuses nothing in a request. */
  private ofPart(old: Schema | undefined, now: Schema | undefined, side: Side, where: string): string[] {
    const isFree = (side === 'request' ? now : old) === undefined;
    return isFree ? [] : this.between(old ?? {}, now ?? {}, side, where);
  }

  /** In a list, items at certain places. */
  private placeBreaks(old: Schema, now: Schema, side: Side, where: string): string[] {
    const [before, current] = [old.prefixItems ?? [], now.prefixItems ?? []];
    return Array.from({ length: Math.max(before.length, current.length) }).flatMap((_, place) =>
      this.ofPart(before[place] ?? old.items, current[place] ?? now.items, side, `${where}[${place}]`),
    );
  }

  /** Each of one side must fit one of the other: what was taken is taken still, and what is answered was answered before. */
  private ofAlternatives(before: readonly Schema[], now: readonly Schema[], side: Side, where: string): string[] {
    const [given, taken] = side === 'request' ? [before, now] : [now, before];
    return given.flatMap((one) => {
      const tried = taken.map((other) =>
        side === 'request' ? this.between(one, other, side, where) : this.between(other, one, side, where),
      );
      return tried.some((breaks) => breaks.length === 0) ? [] : (tried.toSorted((a, b) => a.length - b.length)[0] ?? []);
    });
  }

  private memberBreaks(old: Schema, now: Schema, side: Side, where: string): string[] {
    const members = now.properties ?? {};
    const isNeeded = (schema: Schema, name: string): boolean => schema.required?.includes(name) === true;
    const kept = Object.entries(old.properties ?? {}).flatMap(([name, schema]) => {
      const member = members[name];
      const at = `${where}.${name}`;
      if (member === undefined) return side === 'request' || isNeeded(old, name) ? [`${at} is gone`] : [];
      const mayLack = side === 'answer' && isNeeded(old, name) && !isNeeded(now, name) ? [`${at} may be absent`] : [];
      return [...mayLack, ...this.between(schema, member, side, at)];
    });
    const needed = side === 'request' ? (now.required ?? []).filter((name) => !isNeeded(old, name)) : [];
    return [...kept, ...needed.map((name) => `${where}.${name} is required`)];
  }
}

/** A list of types is a choice too. */
function alternativesOf(schema: Schema): readonly Schema[] {
  const types = typesOf(schema);
  const ofTypes = types.map((type) =>
    type === 'null' ? { type } : { ...schema, type, ...(schema.enum && { enum: schema.enum.filter((value) => value !== null) }) },
  );
  return schema.anyOf ?? schema.oneOf ?? (types.length > 1 ? ofTypes : [schema]);
}

function typeBreaks(old: Schema, now: Schema, side: Side, where: string): string[] {
  const [before, current] = [typesOf(old), typesOf(now)];
  const [given, taken] = side === 'request' ? [before, current] : [current, before];
  const types =
    taken.length === 0 ? [] : given.filter((type) => !taken.includes(type) && !(type === 'integer' && taken.includes('number')));
  const other =
    types.length > 0 || (given.length === 0 && taken.length > 0)
      ? [`${where} was ${before.join('|') || 'anything'} and is ${current.join('|') || 'anything'}`]
      : [];
  return [...other, ...valueBreaks(old, now, side, where)];
}

function otherMembers({ additionalProperties }: Schema): Schema | undefined {
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

function typesOf({ type }: Schema): readonly string[] {
  return [type ?? []].flat();
}

/** An answer may have a new value of an enumeration. A constant is what tells variants apart. */
function valueBreaks(old: Schema, now: Schema, side: Side, where: string): string[] {
  if (side === 'answer')
    return old.const === undefined || old.const === now.const ? [] : [`${where} is no longer ${JSON.stringify(old.const)}`];
  const allowed = now.enum ?? (now.const === undefined ? null : [now.const]);
  if (allowed === null) return [];
  const before = old.enum ?? (old.const === undefined ? null : [old.const]);
  if (before === null) return [`${where} takes only ${JSON.stringify(allowed)}`];
  return before.filter((value) => !allowed.includes(value)).map((value) => `${where} does not take ${JSON.stringify(value)}`);
}

function boundBreaks(old: Schema, now: Schema, where: string): string[] {
  const isOpen = (schema: Schema): boolean => schema.additionalProperties !== false;
  const stricter = [
    ...FLOORS.filter((bound) => Number(now[bound] ?? 0) > Number(old[bound] ?? 0)),
    ...CEILINGS.filter((bound) => Number(now[bound] ?? Infinity) < Number(old[bound] ?? Infinity)),
    ...numberBounds(old, now),
  ];
  const forms = FORMS.filter((form) => now[form] !== undefined && now[form] !== false && now[form] !== old[form]);
  return [
    ...[...stricter, ...forms].map((keyword) => `${where} has ${keyword} ${String(now[keyword])}`),
    ...((old.properties ?? otherMembers(old)) !== undefined && isOpen(old) && !isOpen(now) ? [`${where} takes no other members`] : []),
  ];
}

function formBreaks(old: Schema, now: Schema, where: string): string[] {
  return FORMS.filter((form) => old[form] !== undefined && old[form] !== now[form]).map(
    (form) => `${where} no longer has ${form} ${String(old[form])}`,
  );
}

/** The keywords by which fewer numbers are taken. Unlike lengths, numbers may be below zero. */
function numberBounds(old: Schema, now: Schema): string[] {
  // Mirrored, a ceiling is a floor.
  const floor = (schema: Schema, bound: string): number => {
    const value = schema[bound];
    if (typeof value !== 'number') return -Infinity;
    return bound.endsWith('aximum') ? -value : value;
  };
  return ['inimum', 'aximum'].flatMap((end) => {
    const [at, beyond] = [`m${end}`, `exclusiveM${end}`];
    const isStricterAt = floor(now, at) > Math.max(floor(old, at), floor(old, beyond));
    // What excludes a number is stricter than what begins at it.
    const isStricterBeyond = floor(now, beyond) > floor(old, beyond) && floor(now, beyond) >= floor(old, at);
    return [...(isStricterAt ? [at] : []), ...(isStricterBeyond ? [beyond] : [])];
  });
}
