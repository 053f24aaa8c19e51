import { lowerAscii } from '../../../platform/sqlite/statement-rules.js';
import type { Token } from './sqlite-tokens.js';

/** They never fail, and reveal nothing of a value but their result. */
const CALM: ReadonlySet<string> = new Set(
  `count sum avg min max total coalesce ifnull nullif iif lower upper trim ltrim rtrim length instr round typeof substr substring
   date time datetime julianday strftime unixepoch row_number rank dense_rank ntile lag lead first_value last_value
   over in values exists as on using and or not between when then else case where from join select having filter cast by with like glob is
   union except intersect all distinct any limit offset set partition materialized`.split(/\s+/),
);
const RISKY: ReadonlySet<string> = new Set(['match', 'regexp']);
const PATTERNS: ReadonlySet<string> = new Set(['like', 'glob']);

/**
 * Whether a statement may fail for the values of a row. The engine may work out a condition of the statement before that of a
 * policy, so such a failure would reveal rows that the policy hides.
 */
export function isRisky(tokens: readonly Token[]): boolean {
  return tokens.some(({ kind, text }, index) => {
    const next = tokens[index + 1];
    // Texts of any length, and paths into JSON.
    if (kind === 'mark') return (text === '|' || text === '-') && (next?.text === '|' || next?.text === '>');
    const word = lowerAscii(text);
    if (kind === 'text') return false;
    if (RISKY.has(word)) return true;
    // A pattern that is too long fails, so it has to be written out.
    if (PATTERNS.has(word)) return next?.kind !== 'text' || tokens[index + 2]?.text.toLowerCase() === 'escape';
    return next?.kind === 'mark' && next.text === '(' && !CALM.has(word);
  });
}
