import type { Sentence } from '../../shared/sentence.js';
import type { PolicyName } from '../../shared/policy-name.js';
import type { QualifiedName } from '../../shared/qualified-name.js';

/** The engine whose grammar reads the statement. */
export type Dialect = 'postgresql' | 'mysql' | 'sqlite' | 'duckdb';

/** File-based engines: each judges its statements itself, in a process. */
export type FileDialect = 'sqlite' | 'duckdb';
export type GrammarDialect = Exclude<Dialect, FileDialect>;

/** Characters (UTF-16 units). */
export const LONGEST_STATEMENT = 20_000;

/** The most violations for one statement; a person or a model that repairs it does not read more at once. */
export const MOST_VIOLATIONS = 20;

/** Why a statement is refused; stable, for clients and for a model that repairs it. */
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
  'restricted_relation',
] as const;

export type Rule = (typeof RULES)[number];

export interface Violation {
  readonly rule: Rule;
  /** The index of the character (UTF-16 unit) at which it was seen, from 0; `null` if no single place is to blame. */
  readonly position: number | null;
  /** One sentence for a person. */
  readonly message: Sentence;
  /** The name that was not found, as it is written, so that the nearest one can be proposed. */
  readonly sought?: Omit<RelationUse, 'position'>;
  /** The data policies that are behind it. */
  readonly policies?: readonly PolicyName[];
}

/** A table or view that the statement reads, but not a common table expression. */
export interface RelationUse {
  readonly schema: string | null;
  readonly name: string;
  /** `null` if the engine does not report it. */
  readonly position: number | null;
}

/** A relation as a grammar reads it, always with its place. */
export interface PlacedRelation extends RelationUse {
  readonly position: number;
}

/** A place in a statement for the name of the relation of this index: the full name, or only its schema and the dot. */
export interface RelationPlace {
  readonly relation: number;
  readonly takes: 'name' | 'schema';
  /** The quotation mark for names there. */
  readonly quote: '"' | '`';
}

/** The most columns that a PIVOT makes of values that it does not list. */
export const MOST_OPEN_VALUES = 500;

/** Values that must be read from the source before a statement can be written, and where they go: ` IN ('a', 'b')`. */
export interface OpenValues {
  readonly statement: string;
  readonly at: number;
}

/** What a grammar says about a statement before the relations are known. Plain data, because threads send it too. */
export type Judgement =
  | { readonly ok: false; readonly violations: readonly Violation[] }
  | {
      readonly ok: true;
      readonly relations: readonly RelationUse[];
      /** The statement to be sent, without the names of its relations. */
      readonly parts: readonly (string | RelationPlace)[];
      /** No condition ties some of its relations to each other, so only the engine can estimate the cost. */
      readonly isProduct?: boolean;
      /** It was judged with stand-ins for these values, as `text`. */
      readonly open?: { readonly text: string; readonly values: OpenValues };
    };

/**
 * The statement to be sent, with each relation named in full.
 * @param names in the order of `relations`
 */
export function qualified({ relations, parts }: Extract<Judgement, { ok: true }>, names: readonly QualifiedName[]): string {
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
