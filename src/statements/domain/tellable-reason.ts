import { reasonOfCause } from '../../engines/sql-guard/restriction.js';
import { showsWritten } from '../../engines/sql-guard/written-column.js';

interface Failure {
  readonly cause: Parameters<typeof reasonOfCause>[0];
  /** In the words of the source. */
  readonly reason: string;
  /** It was found in the text, before a row was read: there, in UTF-16 units of what was sent. */
  readonly text?: { readonly at: number | null } | null;
}

interface Written {
  readonly spans?: readonly { readonly start: number; readonly end: number }[];
  readonly refusal?: string | null;
}

/**
 * Why a statement failed that policies restrict, for the person. The words of a source may quote hidden rows, so there are sentences of our
 * own. Where there is none, the words are told if they are about the person's text alone: found before a row was read, and outside of what
 * policies have made of the statement.
 */
export function tellableReason({ cause, reason, text = null }: Failure, { spans = [], refusal = null }: Written): string {
  if (cause !== 'other') return reasonOfCause(cause);
  if (refusal !== null) return refusal;
  const at = text?.at ?? null;
  const isOwn = text !== null && !spans.some(({ start, end }) => at !== null && start <= at && at < end);
  return isOwn && !showsWritten(reason) ? reason : reasonOfCause(cause);
}
