import { operand } from './operand.js';
import { COMPARISON } from './dialect-rules.js';
import type { Statement } from './statement.js';

const PREFIX_SYMBOLS: ReadonlySet<string> = new Set(['+', '-', '~', '!']);

/** Reads an expression as far as operators bind at least as tightly as `power`. */
export function expression(s: Statement, power = 0): void {
  s.nested(() => {
    prefixed(s);
    while (predicate(s, power) || infix(s, power));
  });
}

function prefixed(s: Statement): void {
  const { kind, text, word } = s.token;
  const operator = kind === 'symbol' ? text : word;
  const isFunction = kind === 'word' && operator !== 'NOT' && s.isSymbol('(', 1);
  const isPrefix = kind === 'symbol' ? PREFIX_SYMBOLS.has(text) : kind === 'word' && !isFunction;
  if (!isPrefix || !s.rules.prefixes.has(operator)) return operand(s);
  s.skip();
  s.printed.add(operator);
  s.grammar.expression(s, operator === 'NOT' ? COMPARISON - 1 : 100);
}

function infix(s: Statement, power: number): boolean {
  const { kind, text, word } = s.token;
  if (kind !== 'symbol' && kind !== 'word') return false;
  const operator = kind === 'symbol' ? text : word;
  const binding = s.rules.operators.get(operator);
  if (binding === undefined || binding < power) return false;
  s.skip();
  s.printed.add(operator);
  if (binding === COMPARISON && s.isWord('ANY', 'ALL', 'SOME') && s.isSymbol('(', 1)) {
    s.printed.add(s.skip().word);
    operand(s);
  } else s.grammar.expression(s, binding + 1);
  return true;
}

/** IS, IN, BETWEEN, LIKE and their like, with NOT before them or not. */
function predicate(s: Statement, power: number): boolean {
  if (s.token.kind !== 'word' || power > COMPARISON) return false;
  const isNegated = s.isWord('NOT');
  const { word } = s.ahead(isNegated ? 1 : 0);
  if (isNegated && !(word === 'IN' || word === 'BETWEEN' || word === 'NULL' || s.rules.patterns.has(word)))
    return false;
  if (isNegated) s.takeWord('NOT');
  if (isNegated && word === 'NULL' && s.rules.reserved.has('NOTNULL')) return s.takeWord('NULL');
  if (!isNegated && s.rules.reserved.has(word) && s.takeWord('ISNULL', 'NOTNULL')) return true;
  if (!isNegated && s.takeWord('IS')) is(s);
  else if (s.takeWord('IN')) isIn(s);
  else if (s.takeWord('BETWEEN')) {
    s.grammar.expression(s, COMPARISON + 1);
    s.expectWord('AND');
    s.grammar.expression(s, COMPARISON + 1);
  } else if (s.rules.patterns.has(word)) pattern(s);
  else return isNegated ? s.refuse('IN, BETWEEN or LIKE was expected here.') : false;
  return true;
}

function is(s: Statement): void {
  s.takeWord('NOT');
  if (s.takeWord('NULL', 'TRUE', 'FALSE')) return;
  if (s.rules.dialect !== 'sqlite' && s.takeWord('UNKNOWN')) return;
  if (s.rules.dialect !== 'mysql' && s.takeWord('DISTINCT')) s.expectWord('FROM');
  else if (s.rules.dialect !== 'sqlite') s.refuse('NULL, TRUE or FALSE was expected here.');
  s.grammar.expression(s, COMPARISON + 1);
}

function isIn(s: Statement): void {
  if (s.rules.dialect === 'duckdb' && s.isSymbol('[')) return operand(s);
  s.inParentheses(() => (s.isQuery() ? s.grammar.query(s) : s.list(() => s.grammar.expression(s))));
}

function pattern(s: Statement): void {
  const { word } = s.token;
  s.takeWord(word);
  if (word === 'SIMILAR') s.expectWord('TO');
  s.grammar.expression(s, COMPARISON + 1);
  const hasEscape = word === 'LIKE' || word === 'ILIKE';
  if (hasEscape && s.takeWord('ESCAPE')) s.grammar.expression(s, COMPARISON + 1);
  else if (hasEscape && s.rules.dialect === 'mysql') {
    // The session knows no backslash escapes, and with them goes the escape that LIKE has without being told.
    s.printed.add('ESCAPE');
    s.printed.add(s.rules.quotedString('\\'));
  }
}
