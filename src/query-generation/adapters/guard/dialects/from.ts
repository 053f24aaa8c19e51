import { quoted } from '../../../domain/judgement.js';
import { lowerAscii } from './dialect-rules.js';
import { Refusal } from './refusal.js';
import type { Statement } from './statement.js';
import type { Token } from './token.js';

/** What is behind FROM: relations, derived tables and table functions with their joins. */
export function from(s: Statement): void {
  s.list(() => joined(s));
}

function joined(s: Statement): void {
  s.nested(() => {
    source(s);
    while (joinWords(s)) {
      source(s);
      if (s.takeWord('ON')) s.grammar.expression(s);
      else if (s.takeWord('USING')) names(s);
    }
  });
}

function joinWords(s: Statement): boolean {
  if (s.rules.joins.has('STRAIGHT_JOIN') && s.takeWord('STRAIGHT_JOIN')) return true;
  const { start } = s.token;
  s.takeWord('NATURAL');
  if (s.rules.joins.has('ASOF')) s.takeWord('ASOF');
  const { word } = s.token;
  if (s.rules.joins.has(word) && s.takeWord(word) && ['LEFT', 'RIGHT', 'FULL'].includes(word)) s.takeWord('OUTER');
  if (s.token.start === start) return s.takeWord('JOIN');
  s.expectWord('JOIN');
  return true;
}

function source(s: Statement): void {
  const isLateral = s.rules.dialect !== 'sqlite' && s.takeWord('LATERAL');
  if (s.isSymbol('(')) {
    s.inParentheses(() => (s.isQuery() ? s.grammar.query(s) : from(s)));
    return alias(s);
  }
  if (s.rules.dialect === 'mysql' && !isLateral && s.takeWord('DUAL')) return;
  if (s.token.kind === 'string')
    throw new Refusal('forbidden_syntax', s.token.start, 'A string cannot be read from: name a table.');
  const called = s.isSymbol('(', 1);
  const isFunction = s.token.kind === 'word' && s.rules.tableFunctions.has(lowerAscii(s.token.text));
  if (called && isFunction) tableFunction(s);
  else if (isLateral) s.refuse('A subquery was expected here.');
  else relation(s);
  alias(s);
}

function tableFunction(s: Statement): void {
  s.printed.add(s.skip().text);
  s.inParentheses(() => {
    if (!s.isSymbol(')')) s.list(() => s.grammar.expression(s));
  }, true);
  if (s.rules.dialect === 'duckdb' && s.takeWord('WITH')) s.expectWord('ORDINALITY');
}

function relation(s: Statement): void {
  const first = plainName(s);
  if (!s.isSymbol('.')) return use(s, null, first, first.start);
  s.skip();
  const second = plainName(s);
  if (s.isSymbol('.'))
    throw new Refusal('forbidden_syntax', first.start, 'A table is named by its schema and name, and no more.');
  use(s, first.text, second, first.start);
}

function plainName(s: Statement): Token {
  if (!s.isName()) s.refuse('A table was expected here.');
  return s.skip();
}

function use(s: Statement, schema: string | null, { text: name, start }: Token, position: number): void {
  if (s.isSymbol('('))
    throw new Refusal('forbidden_function', start, 'A table function that is not known cannot be read from.');
  if (schema === null && s.commonTables.has(name)) return s.printed.add(quoted(name, s.rules.quote));
  if (s.rules.isOwnRelation(schema, name))
    s.violations.push({
      rule: 'unknown_relation',
      position,
      message: 'The tables of the engine itself cannot be read.',
    });
  s.printed.addRelation(s.relations.length);
  s.relations.push({ schema, name, position });
}

function alias(s: Statement): void {
  const isExplicit = s.takeWord('AS');
  if (!isExplicit && !s.isName()) return;
  if (!isExplicit) s.printed.add('AS');
  s.expectName();
  if (s.isSymbol('(')) names(s);
}

function names(s: Statement): void {
  s.inParentheses(() => s.list(() => s.expectName()));
}
