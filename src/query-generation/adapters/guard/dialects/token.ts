export interface Token {
  readonly kind: 'word' | 'name' | 'string' | 'bytes' | 'number' | 'symbol' | 'end';
  /** A word or number as it was written, what is between the quotes of a name or string, digits of bytes, the symbol. */
  readonly text: string;
  /** A word in capitals; empty for all else and for words outside ASCII, since `ſelect` in capitals is a keyword's look-alike. */
  readonly word: string;
  /** In UTF-16 units of the statement. */
  readonly start: number;
  readonly end: number;
}

/** How an engine's users write words, strings and comments. */
export interface Lexical {
  readonly stringQuotes: string;
  readonly nameQuotes: string;
  readonly hasBracketedNames: boolean;
  readonly hasBackslashEscapes: boolean;
  readonly hasHashComments: boolean;
  /** `--x` is not a comment in MySQL, where `5--1` is six. */
  readonly dashesNeedSpace: boolean;
  /** X'2a' */
  readonly hasBytes: boolean;
  /** Longest first. */
  readonly symbols: readonly string[];
}
