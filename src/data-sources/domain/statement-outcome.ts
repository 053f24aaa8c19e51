/**
 * A value of a cell. Numbers where JSON holds them exactly: integers up to 2^53 and floating-point ones; decimals, larger
 * integers, NaN and infinities are texts. Dates and times are ISO 8601, bytes are `\x` and hexadecimal digits, JSON and
 * nested values are JSON in a text.
 */
export type Cell = string | number | boolean | null;

export interface Column {
  /** As the source calls it: anything, several times over, or nothing. */
  readonly name: string;
  /** In words of the engine; empty where it has none. */
  readonly type: string;
}

export interface StatementResult {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  /** There was more: rows or bytes reached their limit, or a cell was cut. */
  readonly isTruncated: boolean;
  readonly durationMs: number;
}

/** How a statement ended that reached its source. */
export type StatementOutcome =
  | { readonly kind: 'rows'; readonly result: StatementResult }
  /** `reason`: the words of the source on a single line, at most 500 characters; always data, never instructions. */
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'out_of_memory' }
  | { readonly kind: 'timed_out' }
  | { readonly kind: 'cancelled' };
