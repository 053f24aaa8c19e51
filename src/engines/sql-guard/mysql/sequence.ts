import type { Token } from './token.js';
import type { TokenStream } from './token-stream.js';

const NAME = /^seq_([0-9]{1,15})_to_([0-9]{1,15})(?:_step_([0-9]{1,15}))?$/i;
const MOST_VALUES = 100_000;

/**
 * MariaDB has a relation `seq_1_to_9_step_2` of one column `seq` in each database. No database is chosen where statements run, so this
 * writes the same numbers as a recursive query.
 * @returns whether the name is that of a sequence
 */
export function takesSequence(s: TokenStream, name: Token, hasAlias: boolean): boolean {
  const [, from, to, step = '1'] = NAME.exec(name.text) ?? [];
  if (from === undefined || to === undefined || Number(step) === 0) return false;
  const [first, last, by] = [Number(from), Number(to), Number(step)];
  if (Math.abs(last - first) / by >= MOST_VALUES)
    s.note('forbidden_syntax', name, 'A sequence may have up to 100,000 values. Write a shorter one, or a longer step.');
  const next = first <= last ? `seq + ${by} FROM s WHERE seq + ${by} <= ${last}` : `seq - ${by} FROM s WHERE seq >= ${last + by}`;
  const numbers = `WITH RECURSIVE s (seq) AS (SELECT CAST(${first} AS UNSIGNED) UNION ALL SELECT ${next}) SELECT seq FROM s`;
  const own = hasAlias ? '' : ` AS \`${name.text}\``;
  s.edits.push({ position: name.start, end: name.end, text: `(${numbers})${own}` });
  return true;
}
