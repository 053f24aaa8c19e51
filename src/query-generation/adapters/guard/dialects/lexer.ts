import { quotedText } from './quoted-text.js';
import { Refusal } from './refusal.js';
import type { Lexical, Token } from './token.js';

const SPACE = /[ \t\r\n]+/y;
const WORD = /[\p{L}_][\p{L}\p{M}\p{Nd}_]*/uy;
const NUMBER = /(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y;
const ASCII_WORD = /^[A-Za-z0-9_]+$/;
const PREFIX_OF_STRING = /^(?:n|b|e|u|x|_.*)$/i;
const VARIABLE = '@?:$';
const PLACE_OF_COMMENT_END = 2;

/**
 * Splits a statement into tokens without its comments.
 * @throws Refusal at the first character that may mean one thing here and another thing to the engine
 */
export function tokensOf(sql: string, lexical: Lexical): Token[] {
  const tokens: Token[] = [];
  for (let at = afterBlanks(sql, 0, lexical); at < sql.length;) {
    const token = tokenAt(sql, at, lexical);
    tokens.push(token);
    at = afterBlanks(sql, token.end, lexical);
  }
  return tokens;
}

function matchAt(pattern: RegExp, sql: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(sql)?.[0] ?? null;
}

function afterBlanks(sql: string, from: number, lexical: Lexical): number {
  let at = from;
  for (;;) {
    const end = afterComment(sql, at + (matchAt(SPACE, sql, at)?.length ?? 0), lexical);
    if (end === at) return at;
    at = end;
  }
}

function afterComment(sql: string, at: number, lexical: Lexical): number {
  if (sql.startsWith('/*', at)) return afterBlockComment(sql, at);
  const isLine =
    (lexical.hasHashComments && sql[at] === '#') ||
    (sql.startsWith('--', at) && (!lexical.dashesNeedSpace || /^\s?$/.test(sql.charAt(at + 2))));
  if (!isLine) return at;
  const line = sql.slice(at).search(/[\r\n]/);
  if (line < 0) return sql.length;
  // To some engines a lone carriage return ends the line and to others it does not.
  if (sql[at + line] === '\r' && sql[at + line + 1] !== '\n')
    throw new Refusal('forbidden_syntax', at + line, 'A comment must end with a line feed.');
  return at + line;
}

function afterBlockComment(sql: string, at: number): number {
  if (/^(?:!|M!|\+)/i.test(sql.slice(at + 2, at + 4)))
    throw new Refusal('forbidden_syntax', at, 'Comments that are executed or are hints are not allowed.');
  const end = sql.indexOf('*/', at + 2);
  if (end < 0) throw new Refusal('syntax', at, 'This comment does not end.');
  const inner = sql.indexOf('/*', at + 2);
  if (inner >= 0 && inner < end)
    throw new Refusal('forbidden_syntax', inner, 'Comments inside comments are not allowed.');
  return end + PLACE_OF_COMMENT_END;
}

function tokenAt(sql: string, at: number, lexical: Lexical): Token {
  const char = sql.charAt(at);
  if (lexical.stringQuotes.includes(char)) {
    const { text, end } = quotedText(sql, at, lexical.hasBackslashEscapes);
    return { kind: 'string', text, word: '', start: at, end };
  }
  if (lexical.nameQuotes.includes(char)) return name(at, quotedText(sql, at, false));
  if (lexical.hasBracketedNames && char === '[') return bracketedName(sql, at);
  const number = matchAt(NUMBER, sql, at);
  if (number !== null) return numberToken(sql, at, number);
  const word = matchAt(WORD, sql, at);
  if (word !== null) return wordToken(sql, at, word, lexical);
  if (VARIABLE.includes(char) && !lexical.symbols.includes(char))
    throw new Refusal('forbidden_syntax', at, 'Variables and parameters are not allowed.');
  const symbol = lexical.symbols.find((candidate) => sql.startsWith(candidate, at));
  if (symbol === undefined) throw new Refusal('syntax', at, 'This character is not understood.');
  return { kind: 'symbol', text: symbol, word: '', start: at, end: at + symbol.length };
}

function name(start: number, { text, end }: { text: string; end: number }): Token {
  if (text === '') throw new Refusal('syntax', start, 'A name is empty.');
  return { kind: 'name', text, word: '', start, end };
}

function bracketedName(sql: string, start: number): Token {
  const end = sql.indexOf(']', start);
  if (end < 0) throw new Refusal('syntax', start, 'This name does not end.');
  return name(start, { text: sql.slice(start + 1, end), end: end + 1 });
}

function numberToken(sql: string, start: number, text: string): Token {
  const end = start + text.length;
  // `1a` is a name to MySQL and a number with an alias to others; `1.2.3` has no common meaning.
  if (matchAt(WORD, sql, end) !== null || sql[end] === '.' || sql[end] === '$')
    throw new Refusal('syntax', start, 'This number is not understood.');
  return { kind: 'number', text, word: '', start, end };
}

function wordToken(sql: string, start: number, text: string, lexical: Lexical): Token {
  const end = start + text.length;
  const next = sql.charAt(end);
  if (next === "'" || next === '"') {
    if (lexical.hasBytes && /^x$/i.test(text) && next === "'") return bytesToken(sql, start, end);
    if (PREFIX_OF_STRING.test(text))
      throw new Refusal('forbidden_syntax', start, 'Strings of another encoding or with escapes are not allowed.');
  }
  if (next === '$') throw new Refusal('forbidden_syntax', end, 'Names with a dollar sign have to be quoted.');
  return { kind: 'word', text, word: ASCII_WORD.test(text) ? text.toUpperCase() : '', start, end };
}

function bytesToken(sql: string, start: number, quote: number): Token {
  const { text, end } = quotedText(sql, quote, false);
  if (!/^(?:[0-9a-f]{2})*$/i.test(text))
    throw new Refusal('syntax', start, 'Bytes are written as pairs of hex digits.');
  return { kind: 'bytes', text: text.toUpperCase(), word: '', start, end };
}
