import { ENCODINGS } from './functions.js';
import { Refusal, type Token } from './token.js';

const SPACE = /[ \t\r\n]+/y;
/** Two minus signs begin a comment only before one of these: the servers read all other white space as a letter. */
const BLANK_OR_END = /^[ \t\r\n]?$/;
const WORD = /[\p{L}_][\p{L}\p{M}\p{Nd}_]*/uy;
const NUMBER = /(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y;
const SYMBOL = /<=>|->>|->|<<|>>|<=|>=|<>|!=|&&|\|\||[(),.;+\-*/%=<>|&^~!]/y;
/** Bytes and bits. The short forms are written with small letters alone: `0X41` is a name. */
const BYTES = /[xX]'(?:[0-9a-fA-F]{2})*'|[bB]'[01]*'|(?:0x[0-9a-fA-F]+|0b[01]+)(?![\p{L}\p{M}\p{Nd}_$.])/uy;
const NATIONAL = /[nN](?=')/y;
const ASCII_WORD = /^[A-Za-z0-9_]+$/;
const PREFIX_OF_STRING = /^(?:n|b|x|_.*)$/i;
const VARIABLE = '@?:$';
/** Escapes of NUL, backspace and end of file. These characters are refused as such, so their escapes are refused too. */
const ESCAPED_CONTROLS = '0bZ';

/**
 * Splits a statement into tokens without its comments, as MySQL and MariaDB do where `"` quotes a text and a backslash escapes.
 * @throws Refusal at the first character that may mean one thing here and another thing to the server
 */
export function tokensOf(sql: string): Token[] {
  const tokens: Token[] = [];
  for (let at = afterBlanks(sql, 0); at < sql.length;) {
    const token = tokenAt(sql, at);
    const before = tokens.at(-1);
    // `t.1` is a table in the database t.
    const isBehindName = before?.end === at && (before.kind === 'word' || before.kind === 'name');
    if (isBehindName && token.kind === 'number' && token.text.startsWith('.'))
      throw new Refusal('syntax', at, 'Write a name that begins with a digit in backticks.');
    tokens.push(token);
    at = afterBlanks(sql, token.end);
  }
  return tokens;
}

function matchAt(pattern: RegExp, sql: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(sql)?.[0] ?? null;
}

function afterBlanks(sql: string, from: number): number {
  let at = from;
  for (;;) {
    const end = afterComment(sql, at + (matchAt(SPACE, sql, at)?.length ?? 0));
    if (end === at) return at;
    at = end;
  }
}

function afterComment(sql: string, at: number): number {
  if (sql.startsWith('/*', at)) return afterBlockComment(sql, at);
  // `--x` is not a comment: `5--1` is six.
  const isLine = sql[at] === '#' || (sql.startsWith('--', at) && BLANK_OR_END.test(sql.charAt(at + 2)));
  if (!isLine) return at;
  const line = sql.slice(at).search(/[\r\n]/);
  if (line < 0) return sql.length;
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
  if (inner >= 0 && inner < end) throw new Refusal('forbidden_syntax', inner, 'Comments inside comments are not allowed.');
  return end + '*/'.length;
}

function tokenAt(sql: string, at: number): Token {
  const char = sql.charAt(at);
  const token = (kind: Token['kind'], text: string, end: number, word = ''): Token => {
    return { kind, text, word, start: at, end };
  };
  if (char === "'" || char === '"') return token('string', '', endOfQuoted(sql, at, true));
  if (char === '`') return quotedName(sql, at);
  const bytes = matchAt(BYTES, sql, at);
  if (bytes !== null) return token('string', '', at + bytes.length);
  if (matchAt(NATIONAL, sql, at) !== null) return token('string', '', endOfQuoted(sql, at + 1, true));
  const number = matchAt(NUMBER, sql, at);
  if (number !== null) return token('number', number, endOfNumber(sql, at, number));
  const word = matchAt(WORD, sql, at);
  if (word !== null) return token('word', word, endOfWord(sql, at, word), ASCII_WORD.test(word) ? word.toUpperCase() : '');
  if (VARIABLE.includes(char)) throw new Refusal('forbidden_syntax', at, 'Variables and parameters are not allowed.');
  const symbol = matchAt(SYMBOL, sql, at);
  if (symbol === null) throw new Refusal('syntax', at, 'This character is not understood.');
  return token('symbol', symbol, at + symbol.length);
}

function quotedName(sql: string, start: number): Token {
  const end = endOfQuoted(sql, start, false);
  const text = sql.slice(start + 1, end - 1).replaceAll('``', '`');
  if (text === '') throw new Refusal('syntax', start, 'A name is empty.');
  return { kind: 'name', text, word: '', start, end };
}

/** @returns the place after the closing quote, which is doubled inside */
function endOfQuoted(sql: string, start: number, hasEscapes: boolean): number {
  const quote = sql.charAt(start);
  for (let at = start + 1; at < sql.length; at += 1) {
    const [char, next] = [sql.charAt(at), sql.charAt(at + 1)];
    if (char === quote && next !== quote) return at + 1;
    if (char === '\\' && hasEscapes && (next === '' || ESCAPED_CONTROLS.includes(next)))
      throw new Refusal('invalid_text', at, 'Control characters are not allowed.');
    if (char === quote || (char === '\\' && hasEscapes)) at += 1;
  }
  throw new Refusal('syntax', start, 'This quote is not closed.');
}

function endOfNumber(sql: string, start: number, text: string): number {
  const end = start + text.length;
  // `1a` is a name; `1.2.3` has no meaning.
  if (matchAt(WORD, sql, end) !== null || sql[end] === '.' || sql[end] === '$')
    throw new Refusal('syntax', start, 'This number is not understood.');
  return end;
}

function endOfWord(sql: string, start: number, text: string): number {
  const end = start + text.length;
  const next = sql.charAt(end);
  if ((next === "'" || next === '"') && PREFIX_OF_STRING.test(text) && !ENCODINGS.has(text.toLowerCase()))
    throw new Refusal('forbidden_syntax', start, 'Strings of another encoding or with a prefix are not allowed.');
  if (next === '$') throw new Refusal('forbidden_syntax', end, 'Names with a dollar sign have to be quoted.');
  return end;
}
