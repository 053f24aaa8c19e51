import { quoted } from '../../../domain/judgement.js';
import { from } from './from.js';
import type { Statement } from './statement.js';
import type { Token } from './token.js';
import { namedWindows } from './window.js';

const MAX_HEADING = 64;

/** `SELECT ... FROM ... WHERE ... GROUP BY ... HAVING ... WINDOW ... QUALIFY ...` */
export function select(s: Statement): void {
  s.expectWord('SELECT');
  if (s.takeWord('DISTINCT')) {
    if (s.rules.dialect === 'duckdb' && s.takeWord('ON')) s.inParentheses(() => expressions(s));
  } else s.takeWord('ALL');
  s.list(() => item(s));
  if (s.takeWord('FROM')) from(s);
  if (s.takeWord('WHERE')) s.grammar.expression(s);
  if (s.takeWord('GROUP')) groupBy(s);
  if (s.takeWord('HAVING')) s.grammar.expression(s);
  if (s.takeWord('WINDOW')) namedWindows(s);
  if (s.rules.dialect === 'duckdb' && s.takeWord('QUALIFY')) s.grammar.expression(s);
}

function expressions(s: Statement): void {
  s.list(() => s.grammar.expression(s));
}

function item(s: Statement): void {
  const first = s.token;
  if (star(s)) return;
  s.grammar.expression(s);
  const last = s.previous;
  if (s.takeWord('AS')) return alias(s);
  if (s.isName()) {
    s.printed.add('AS');
    s.expectName();
  } else if (s.rules.dialect !== 'duckdb') heading(s, first, last);
}

function alias(s: Statement): void {
  if (s.token.kind === 'string' && s.token.text !== '') s.takeAsName();
  else s.expectName();
}

/** Names a column as the engine would have named it by the text that was given, now that another text is sent. */
function heading(s: Statement, first: Token, last: Token): void {
  const isColumn = s.since(first).every(({ kind, text, word }, index) => {
    if (index % 2 === 1) return kind === 'symbol' && text === '.';
    return kind === 'name' || (kind === 'word' && !s.rules.constants.has(word));
  });
  if (isColumn) return;
  const text = s.sql.slice(first.start, last.end).replace(/\s+/g, ' ');
  // MySQL has no names with characters outside the basic plane.
  if (text.length > MAX_HEADING || /\/\*|--|#|[\u{10000}-\u{10ffff}]/u.test(text)) return;
  s.printed.add('AS');
  s.printed.add(quoted(text, s.rules.quote));
}

/** `*`, `t.*`, `s.t.*` */
function star(s: Statement): boolean {
  let parts = 0;
  const isNamed = (ahead: number) => ['name', 'word'].includes(s.ahead(ahead).kind);
  while (isNamed(parts) && s.isSymbol('.', parts + 1)) parts += 2;
  if (parts > 4 || !s.isSymbol('*', parts) || (parts > 0 && !s.isName())) return false;
  for (let read = 0; read < parts; read += 2) {
    s.takeAsName();
    s.takeSymbol('.');
  }
  s.takeSymbol('*');
  if (s.rules.dialect !== 'duckdb') return true;
  if (s.takeWord('EXCLUDE')) namesOrOne(s);
  if (s.takeWord('REPLACE')) {
    s.inParentheses(() =>
      s.list(() => {
        s.grammar.expression(s);
        s.expectWord('AS');
        s.expectName();
      }),
    );
  }
  return true;
}

function namesOrOne(s: Statement): void {
  if (s.isSymbol('(')) s.inParentheses(() => s.list(() => s.expectName()));
  else s.expectName();
}

function groupBy(s: Statement): void {
  s.expectWord('BY');
  if (s.rules.dialect === 'duckdb' && s.takeWord('ALL')) return;
  s.list(() => group(s));
  if (s.rules.dialect === 'mysql' && s.takeWord('WITH')) s.expectWord('ROLLUP');
}

function group(s: Statement): void {
  if (s.rules.dialect !== 'duckdb') return s.grammar.expression(s);
  if (s.isSymbol('(', 1) && s.takeWord('ROLLUP', 'CUBE')) return s.inParentheses(() => expressions(s));
  if (s.isWord('GROUPING') && s.ahead(1).word === 'SETS' && s.takeWord('GROUPING')) {
    s.expectWord('SETS');
    return s.inParentheses(() => s.list(() => group(s)));
  }
  if (!(s.isSymbol('(') && s.isSymbol(')', 1))) return s.grammar.expression(s);
  s.expectSymbol('(');
  s.expectSymbol(')');
}
