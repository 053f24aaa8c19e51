/** The engine whose grammar a statement is read by. */
export type Dialect = 'postgresql' | 'mysql' | 'sqlite' | 'duckdb';

/** Characters (UTF-16 units). */
export const LONGEST_STATEMENT = 20_000;

/** The most for one statement: more than a person, or a model that repairs it, reads at once. */
export const MOST_VIOLATIONS = 20;

/** Why a statement is refused; stable, for clients and for a model that is to repair it. */
export const RULES = [
  'too_long',
  'invalid_text',
  'syntax',
  'one_statement',
  'not_a_query',
  'forbidden_syntax',
  'forbidden_function',
  'forbidden_type',
  'unknown_relation',
  'ambiguous_relation',
  'unreadable_relation',
] as const;

export type Rule = (typeof RULES)[number];

export interface Violation {
  readonly rule: Rule;
  /** The index of the character (UTF-16 unit) at which it was seen, from 0; `null` where no character is to blame. */
  readonly position: number | null;
  /** One sentence for a person. */
  readonly message: string;
}

/** A table or view that the statement reads; common table expressions are none. */
export interface RelationUse {
  readonly schema: string | null;
  readonly name: string;
  readonly position: number;
}

/** A place in a statement that takes the name of the relation of this index: all of it, or only its schema and the dot. */
export interface RelationPlace {
  readonly relation: number;
  readonly takes: 'name' | 'schema';
  /** What names are quoted by there. */
  readonly quote: '"' | '`';
}

/** What a grammar says of a statement, before anybody knows which relations there are; plain data, for threads say it too. */
export type Judgement =
  | { readonly ok: false; readonly violations: readonly Violation[] }
  | {
      readonly ok: true;
      readonly relations: readonly RelationUse[];
      /** The statement to be sent, without the names of its relations. */
      readonly parts: readonly (string | RelationPlace)[];
    };

export interface QualifiedName {
  readonly schema: string;
  readonly name: string;
}

/**
 * The statement to be sent, with each relation named in full.
 * @param names in the order of `relations`
 */
export function qualified(
  { relations, parts }: Extract<Judgement, { ok: true }>,
  names: readonly QualifiedName[],
): string {
  if (names.length !== relations.length) throw new RangeError('Each relation of the statement has to be named.');
  return parts.map((part) => (typeof part === 'string' ? part : written(part, names[part.relation]))).join('');
}

function written({ takes, quote }: RelationPlace, name: QualifiedName | undefined): string {
  if (name === undefined) throw new RangeError('The statement has no such relation.');
  return `${quoted(name.schema, quote)}.${takes === 'name' ? quoted(name.name, quote) : ''}`;
}

export function quoted(name: string, quote: RelationPlace['quote']): string {
  return `${quote}${name.replaceAll(quote, quote + quote)}${quote}`;
}
