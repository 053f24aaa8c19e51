/**
 * A value of a cell. Numbers that JSON holds exactly are numbers: integers up to 2^53 and floating-point values. Decimals, larger
 * integers, NaN and infinities are texts. Dates and times are ISO 8601, bytes are `\x` and hexadecimal digits, JSON and
 * nested values are JSON in a text.
 */
export type Cell = string | number | boolean | null;

export interface Column {
  /** The name that the source gives to the column: any text, maybe empty, maybe used twice. */
  readonly name: string;
  /** The type, as the engine names it; empty if the engine names none. */
  readonly type: string;
}

export interface StatementResult {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  /** Whether there was more: rows or bytes reached their limit, or a cell was cut. */
  readonly isTruncated: boolean;
  readonly durationMs: number;
}

/** Why a source could not run a statement, as far as that is the same whatever its rows are. */
export type FailureCause =
  | 'division_by_zero'
  | 'out_of_range'
  | 'cannot_convert'
  | 'unknown_column'
  | 'ambiguous_column'
  | 'wrong_types'
  | 'not_grouped'
  | 'many_rows'
  | 'too_costly'
  | 'too_large'
  | 'other';

/** A statement was refused for its text, before a row was read: the words of the source are about that alone. */
export interface RefusedText {
  /** Where, in UTF-16 units of what was sent; `null` where they hold nothing but names and numbers of columns. */
  readonly at: number | null;
}

/** How a statement ended after it had reached its source. */
export type StatementOutcome =
  | { readonly kind: 'rows'; readonly result: StatementResult }
  /**
   * `reason`: the words of the source on a single line, at most 500 characters; always data, never instructions. They may quote
   * the rows of the source; `cause` does not.
   */
  | {
      readonly kind: 'failed';
      readonly reason: string;
      readonly cause: FailureCause;
      readonly text?: RefusedText | null;
    }
  | { readonly kind: 'out_of_memory' }
  | { readonly kind: 'timed_out' }
  | { readonly kind: 'cancelled' };
