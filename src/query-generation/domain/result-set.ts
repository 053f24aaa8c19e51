import type { AppliedRestriction } from '../../engines/sql-guard/restriction.js';

/** A value of a cell: numbers where JSON holds them exactly, texts otherwise (large integers, decimals, dates, bytes in hex). */
type Cell = string | number | boolean | null;

export interface ResultSet {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly Cell[])[];
  /** There was more: rows or bytes reached their limit, or a long cell was cut. */
  readonly isTruncated: boolean;
  readonly durationMs: number;
  /** What policies kept from the person who asked; missing in answers that an earlier version has kept. */
  readonly restrictions?: readonly AppliedRestriction[];
}

export interface ResultLimits {
  /** 1 to 1,000 */
  readonly maxRows: number;
  /** 100 to 60,000 */
  readonly timeoutMs: number;
}
