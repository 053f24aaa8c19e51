import type { RelationPlace } from '../../../domain/judgement.js';
import type { Lexical } from './token.js';

/** How tightly an operator binds; what is printed keeps its order, so it matters only for where an operand ends. */
export type Operators = ReadonlyMap<string, number>;

/** What one engine's grammar allows. Words are in capitals, functions in lower case. */
export interface DialectRules {
  readonly dialect: 'mysql' | 'sqlite' | 'duckdb';
  readonly lexical: Lexical;
  /** What names are quoted by. */
  readonly quote: RelationPlace['quote'];
  readonly quotedString: (text: string) => string;
  /** Words that cannot be names unless quoted, besides those of all dialects. */
  readonly reserved: ReadonlySet<string>;
  readonly operators: Operators;
  readonly prefixes: ReadonlySet<string>;
  /** LIKE and its relatives. */
  readonly patterns: ReadonlySet<string>;
  readonly constants: ReadonlySet<string>;
  /** Words that make a literal of the string behind them. */
  readonly literalTypes: ReadonlySet<string>;
  readonly units: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
  readonly collations: RegExp;
  readonly functions: ReadonlySet<string>;
  /** Functions whose result is as long as an argument says: its index. */
  readonly lengthArguments: ReadonlyMap<string, number>;
  readonly tableFunctions: ReadonlySet<string>;
  /** Words before JOIN. */
  readonly joins: ReadonlySet<string>;
  /** Whether a name is one of the engine's own relations. */
  readonly isOwnRelation: (schema: string | null, name: string) => boolean;
  /** Names of common table expressions are the same to the engine if these are. */
  readonly foldedName: (name: string) => string;
}

export function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** The `levels` from the loosest to the tightest, above those of comparisons. */
export function operators(comparisons: string, ...levels: readonly string[]): Operators {
  const tighter = levels.flatMap((level, index) => level.split(' ').map((word) => [word, 30 + index] as const));
  return new Map([
    ['OR', 10],
    ['AND', 14],
    ...comparisons.split(' ').map((word) => [word, COMPARISON] as const),
    ...tighter,
  ]);
}

export const COMPARISON = 20;
