import type { TokenStream } from './token-stream.js';

/** The names of the common table expressions that are in scope. */
export type Scope = readonly string[];

/** Tokens that are allowed within the parentheses of some functions and nowhere else. */
export interface Allowed {
  readonly from?: boolean;
  readonly for?: boolean;
  /** Is called at the beginning of each argument, after the comma before it. */
  readonly onArgument?: (index: number) => void;
  /** May read a word in its own way. @returns whether it did */
  readonly onWord?: () => boolean;
}

/** What the parts of the reader need from the whole. */
export interface Reading {
  readonly s: TokenStream;
  /** The functions that the server has and that may be called, in lower case. */
  readonly functions: ReadonlySet<string>;
  /** Whether `seq_1_to_9` is a relation without being a table. */
  readonly hasSequences: boolean;
  /** The name of a common table expression as the server compares it. */
  commonName(name: string): string;
  /** Reads the content of parentheses: a query, or expressions. The next token is the first after the parenthesis. */
  content(scope: Scope, allowed?: Allowed): void;
  /** Reads a FROM, or a part of one in parentheses: `(a JOIN b ON …)`. */
  joined(scope: Scope): void;
  /** Reads one name or more, with commas between. */
  names(): void;
}
