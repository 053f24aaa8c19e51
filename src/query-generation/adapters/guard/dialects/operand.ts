import { call } from './call.js';
import { castType, literalType } from './cast-type.js';
import { FORBIDDEN_WORDS } from './reserved-words.js';
import { lowerAscii } from './dialect-rules.js';
import type { Statement } from './statement.js';

const MAX_PARTS_OF_COLUMN = 4;

/** A literal, column, function, subquery ..., with what may stand right behind it. */
export function operand(s: Statement): void {
  const start = s.printed.length;
  primary(s);
  while (postfix(s, start));
}

function primary(s: Statement): void {
  const { kind, text } = s.token;
  if (s.takeString()) return;
  if (kind === 'number') return s.printed.add(s.skip().text);
  if (kind === 'bytes') return s.printed.add(`X'${s.skip().text}'`);
  if (kind === 'name') return column(s);
  if (kind === 'word') return wordly(s);
  if (text === '(') return parenthesised(s);
  if (s.rules.dialect === 'duckdb' && text === '[') return listLiteral(s);
  if (s.rules.dialect === 'duckdb' && text === '{') return structLiteral(s);
  s.refuse('A value was expected here.');
}

function wordly(s: Statement): void {
  const { word, text } = s.token;
  const isCall = s.isSymbol('(', 1);
  if (word === '_UTF8MB4' && s.ahead(1).kind === 'bytes' && s.rules.dialect === 'mysql') return introducedString(s);
  if (isCall && s.rules.functions.has(lowerAscii(text))) return call(s);
  if (s.takeWord('CASE')) return caseOf(s);
  if (s.takeWord('EXISTS')) return s.inParentheses(() => s.grammar.query(s));
  if (word === 'INTERVAL' && s.rules.units.size > 0) return interval(s);
  if (s.rules.constants.has(word) && !isCall) return s.printed.add(s.skip().word);
  if (s.rules.literalTypes.has(word) && s.ahead(1).kind === 'string') return literalType(s);
  if (word === 'ARRAY' && s.isSymbol('[', 1) && s.takeWord('ARRAY')) return listLiteral(s);
  if (word === 'MAP' && s.isSymbol('{', 1) && s.takeWord('MAP')) return structLiteral(s);
  if (s.isReserved(s.token) || (isCall && FORBIDDEN_WORDS.has(word))) return s.refuse('A value was expected here.');
  return isCall ? call(s) : column(s);
}

function column(s: Statement): void {
  s.takeAsName();
  for (let parts = 1; parts < MAX_PARTS_OF_COLUMN && s.isSymbol('.'); parts += 1) {
    s.takeSymbol('.');
    if (s.token.kind !== 'name' && s.token.kind !== 'word') s.refuse('A name was expected here.');
    s.takeAsName();
  }
  notCalled(s);
}

/** Functions of a schema, `value.function()`, and names in quotes that are called: none of them is on a list. */
function notCalled(s: Statement): void {
  if (!s.isSymbol('(')) return;
  s.note('forbidden_function', s.previous, 'Only the functions of the engine may be called, and by their plain name.');
  s.inParentheses(() => {
    if (!s.isSymbol(')')) s.list(() => s.grammar.expression(s));
  });
}

/** What we print ourselves for a string with a backslash: it means the same in every mode of the server. */
function introducedString(s: Statement): void {
  s.skip();
  s.printed.add(`_utf8mb4 X'${s.skip().text}'`);
}

function parenthesised(s: Statement): void {
  s.inParentheses(() => (s.isQuery() ? s.grammar.query(s) : s.list(() => s.grammar.expression(s))));
}

function caseOf(s: Statement): void {
  s.nested(() => {
    if (!s.isWord('WHEN')) s.grammar.expression(s);
    if (!s.isWord('WHEN')) s.refuse('WHEN was expected here.');
    while (s.takeWord('WHEN')) {
      s.grammar.expression(s);
      s.expectWord('THEN');
      s.grammar.expression(s);
    }
    if (s.takeWord('ELSE')) s.grammar.expression(s);
    s.expectWord('END');
  });
}

function interval(s: Statement): void {
  s.expectWord('INTERVAL');
  const isText = s.token.kind === 'string';
  if (s.rules.dialect === 'mysql') s.grammar.expression(s, 30);
  else primary(s);
  const { word } = s.token;
  if (s.rules.units.has(word)) s.takeWord(word);
  else if (s.rules.dialect === 'mysql' || !isText) s.refuse('A unit such as DAY was expected here.');
}

function listLiteral(s: Statement): void {
  s.expectSymbol('[');
  s.nested(() => {
    if (!s.isSymbol(']')) s.list(() => s.grammar.expression(s));
  });
  s.expectSymbol(']');
}

function structLiteral(s: Statement): void {
  s.expectSymbol('{');
  s.nested(() => {
    s.list(() => {
      if (!s.takeString()) s.expectName();
      s.expectSymbol(':');
      s.grammar.expression(s);
    });
  });
  s.expectSymbol('}');
}

function postfix(s: Statement, start: number): boolean {
  const { dialect, collations } = s.rules;
  if (s.takeWord('COLLATE')) {
    const { kind, text } = s.token;
    if (kind !== 'word' || !collations.test(text)) s.refuse('This collation is not known.');
    s.printed.add(s.skip().text);
    return true;
  }
  if (dialect === 'mysql') return jsonPath(s, start);
  return dialect === 'duckdb' && duckdbPostfix(s);
}

/** MariaDB has no arrows; the functions are what they mean. */
function jsonPath(s: Statement, start: number): boolean {
  const isText = s.isSymbol('->>');
  if (!isText && !s.isSymbol('->')) return false;
  if (s.previous.kind !== 'word' && s.previous.kind !== 'name') s.refuse('Only a column may be before this arrow.');
  s.skip();
  s.printed.insert(start, isText ? 'JSON_UNQUOTE(JSON_EXTRACT(' : 'JSON_EXTRACT(');
  s.printed.add(',');
  if (!s.takeString()) s.refuse('A path in quotes was expected here.');
  s.printed.add(isText ? '))' : ')', true);
  return true;
}

function duckdbPostfix(s: Statement): boolean {
  if (s.takeSymbol('::')) castType(s);
  else if (s.isWord('AT') && s.ahead(1).word === 'TIME' && s.takeWord('AT')) {
    s.expectWord('TIME');
    s.expectWord('ZONE');
    primary(s);
  } else if (s.takeSymbol('[', true)) {
    if (!s.isSymbol(':')) s.grammar.expression(s);
    if (s.takeSymbol(':') && !s.isSymbol(']')) s.grammar.expression(s);
    s.expectSymbol(']');
  } else if (s.isSymbol('.') && s.takeSymbol('.')) {
    s.expectName();
    notCalled(s);
  } else return false;
  return true;
}
