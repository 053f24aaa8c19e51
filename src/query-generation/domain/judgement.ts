/** The engine whose grammar a statement is read by. */
export type Dialect = 'postgresql' | 'mysql' | 'sqlite' | 'duckdb';

/** Characters (UTF-16 units). */
export const LONGEST_STATEMENT = 20_000;

/** Why a statement is refused; stable, for clients and for a model that is to repair it. */
export type Rule =
  | 'too_long'
  | 'invalid_text'
  | 'syntax'
  | 'one_statement'
  | 'not_a_query'
  | 'forbidden_syntax'
  | 'forbidden_function'
  | 'forbidden_type'
  | 'unknown_relation'
  | 'ambiguous_relation'
  | 'unreadable_relation';

export interface Violation {
  readonly rule: Rule;
  /** Of the character (UTF-16 unit) in the statement at which it was seen, from 0; `null` where none is to blame. */
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

/** What a grammar says of a statement, before anybody knows which relations there are. */
export type Judgement =
  | { readonly ok: false; readonly violations: readonly Violation[] }
  | {
      readonly ok: true;
      readonly relations: readonly RelationUse[];
      /** The statement to be sent, with each relation named in full by what is given for it, in the order of `relations`. */
      readonly qualify: (names: readonly QualifiedName[]) => string;
    };

export interface QualifiedName {
  readonly schema: string;
  readonly name: string;
}
