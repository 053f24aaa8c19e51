import { isMariaDb } from './functions.js';
import type { Token } from './token.js';

/** Columns of tables WITH SYSTEM VERSIONING, which discovery does not name. They reveal when rows were written and deleted. */
const SYSTEM_COLUMNS: ReadonlySet<string> = new Set(['row_start', 'row_end']);

/**
 * The first name of a column of the server's own. A name that the statement gives to a result does not say which of the two another place
 * means.
 */
export function systemColumnIn(tokens: readonly Token[], serverVersion: string): Token | null {
  // MySQL has no such columns, so there the names are ordinary columns.
  const isMySql = serverVersion !== '' && !isMariaDb(serverVersion);
  if (isMySql) return null;
  const isNamed = ({ kind, text }: Token): boolean => (kind === 'name' || kind === 'word') && SYSTEM_COLUMNS.has(text.toLowerCase());
  return tokens.find(isNamed) ?? null;
}
