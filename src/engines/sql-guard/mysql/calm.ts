import type { Token } from './token.js';

const CALM_SYMBOLS: ReadonlySet<string> = new Set(['(', ')', ',', '.', ';', '=', '<>', '!=', '<', '<=', '>', '>=', '<=>']);
/** Operators that are words, and what makes a value of another. */
const RISKY_WORDS: ReadonlySet<string> = new Set(
  'DIV MOD REGEXP RLIKE SOUNDS MATCH AGAINST INTERVAL BINARY COLLATE MEMBER ESCAPE ALL ANY SOME ROW'.split(' '),
);
const CALM_CALLS: ReadonlySet<string> = new Set(
  'COALESCE LOWER UPPER TRIM LTRIM RTRIM LENGTH CHAR_LENGTH CHARACTER_LENGTH COUNT SUM MIN MAX AVG ROW_NUMBER RANK DENSE_RANK OVER IF IFNULL NULLIF'.split(
    ' ',
  ),
);
/** A parenthesis behind one of these calls nothing. */
const KEYWORDS: ReadonlySet<string> = new Set(
  `AS IN EXISTS AND OR NOT XOR ON USING WHERE HAVING FROM JOIN SELECT DISTINCT BY WHEN THEN ELSE CASE UNION EXCEPT INTERSECT LATERAL VALUES IS
   LIKE BETWEEN LIMIT OFFSET ALL`.split(/\s+/),
);
/** Behind these a query in parentheses answers rows, and not one value. */
const BEFORE_ROWS: ReadonlySet<string> = new Set(
  'AS IN EXISTS FROM JOIN STRAIGHT_JOIN LATERAL UNION EXCEPT INTERSECT ALL DISTINCT'.split(' '),
);

interface Level {
  /** Whether this parenthesis holds a query, and whether we are in its FROM, where a relation follows a comma. */
  isQuery: boolean;
  clause: 'list' | 'from' | 'after' | 'condition';
  /** Whether its list comes after all conditions of the statement. */
  readonly isOutermost: boolean;
}

/**
 * Whether some condition, or what may become one, can fail or tell rows apart: anything but comparisons, lists and a few functions of
 * text. The select list, GROUP BY and ORDER BY of the whole statement do not count, because they come after the filters.
 */
export function isRisky(tokens: readonly Token[]): boolean {
  const isOne = !tokens.some(({ word }) => word === 'UNION' || word === 'EXCEPT' || word === 'INTERSECT');
  const levels: Level[] = [{ isQuery: true, clause: 'after', isOutermost: isOne }];
  for (const [index, token] of tokens.entries()) {
    const level = levels.at(-1);
    if (level === undefined) return true;
    const before = tokens[index - 1];
    const next = tokens[index + 1];
    if (token.kind === 'word' && !(before?.text === '.' && before.end === token.start)) enter(level, token.word);
    if (token.kind === 'symbol' && token.text === ')') {
      levels.pop();
      continue;
    }
    const isLate = level.isOutermost && (level.clause === 'list' || level.clause === 'after');
    if (!isLate && (isRiskyToken(token, before, next) || isScalar(token, before, next, level))) return true;
    if (token.kind === 'symbol' && token.text === '(') {
      const isQuery = next?.word === 'SELECT' || next?.word === 'WITH' || next?.word === 'VALUES';
      // A parenthesis in a late part is late as well, unless it holds a query.
      levels.push({ isQuery, clause: isQuery ? 'after' : level.clause, isOutermost: !isQuery && level.isOutermost });
    }
  }
  return false;
}

function enter(level: Level, word: string): void {
  if (word === 'SELECT') level.clause = 'list';
  else if (word === 'FROM' && level.isQuery) level.clause = 'from';
  else if (word === 'WHERE' || word === 'HAVING' || word === 'ON') level.clause = 'condition';
  else if (word === 'JOIN') level.clause = 'from';
  else if ((word === 'GROUP' || word === 'ORDER') && level.isQuery) level.clause = 'after';
}

function isRiskyToken(token: Token, before: Token | undefined, next: Token | undefined): boolean {
  if (token.kind === 'symbol') {
    if (token.text !== '*') return !CALM_SYMBOLS.has(token.text);
    // All columns, and not a product.
    return !(before?.word === 'SELECT' || before?.text === '.' || before?.text === '(' || before?.word === 'DISTINCT');
  }
  if (token.kind !== 'word' || before?.text === '.') return false;
  if (next?.kind === 'symbol' && next.text === '(')
    return !CALM_CALLS.has(token.word) && !KEYWORDS.has(token.word) && before?.word !== 'AS' && before?.word !== 'WITH';
  return RISKY_WORDS.has(token.word) && !(token.word === 'ALL' && BEFORE_ROWS.has(before?.word ?? ''));
}

/** More than one row is an error. */
function isScalar(token: Token, before: Token | undefined, next: Token | undefined, level: Level): boolean {
  if (token.text !== '(' || token.kind !== 'symbol') return false;
  if (next?.word !== 'SELECT' && next?.word !== 'WITH' && next?.word !== 'VALUES') return false;
  if (before === undefined || before.text === '(' || BEFORE_ROWS.has(before.word)) return false;
  return !(before.text === ',' && level.clause === 'from');
}
