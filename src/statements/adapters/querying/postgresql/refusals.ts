import { DatabaseError } from 'pg';
import type { FailureCause, RefusedText } from '../../../domain/statement-outcome.js';
import { StatementRefused } from '../statement-engine.js';

/** Ends of the connection or our time limit; every other error is the source's answer to the statement. */
const NO_REFUSAL = /^(08...|57014|57P0[1-5]|25P03|25P04|55P03)$/;

/** Two relations of a FROM have one name: the server names it, and no place. */
const TWICE = '42712';

/** By SQLSTATE. */
const CAUSES: ReadonlyMap<string, FailureCause> = new Map<string, FailureCause>([
  ['22012', 'division_by_zero'],
  ['22003', 'out_of_range'],
  ['22008', 'out_of_range'],
  ['22015', 'out_of_range'],
  ['22P02', 'cannot_convert'],
  ['22P03', 'cannot_convert'],
  ['22007', 'cannot_convert'],
  ['22018', 'cannot_convert'],
  ['22030', 'cannot_convert'],
  ['22032', 'cannot_convert'],
  ['42846', 'cannot_convert'],
  ['42703', 'unknown_column'],
  ['42P01', 'unknown_column'],
  ['42702', 'ambiguous_column'],
  ['42883', 'wrong_types'],
  ['42804', 'wrong_types'],
  ['42P18', 'wrong_types'],
  ['42803', 'not_grouped'],
  ['21000', 'many_rows'],
]);

/** @param sent the statement, if it was the one that failed */
export function meaningOf(error: unknown, sent: string | null): unknown {
  if (!(error instanceof DatabaseError) || NO_REFUSAL.test(error.code ?? '')) return error;
  // Aggregates where none may be have this state, too.
  const isOther = error.code === '42803' && !/GROUP BY/.test(error.message);
  return new StatementRefused(error.message, isOther ? 'other' : causeOf(error.code), textOf(error, sent));
}

/** The server tells a place for what it finds while it reads the text and looks names up, and for nothing that it finds later. */
function textOf({ code, position }: DatabaseError, sent: string | null): RefusedText | null {
  if (code === TWICE) return { at: null };
  if (sent === null || position === undefined) return null;
  return {
    at: Array.from(sent.slice(0, 2 * Number(position)))
      .slice(0, Number(position) - 1)
      .join('').length,
  };
}

export function causeOf(state: string | undefined): FailureCause {
  return CAUSES.get(state ?? '') ?? 'other';
}
