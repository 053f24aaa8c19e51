import type { Engine } from './engine.js';
import { isPlain, plainText } from './plain-text.js';

const LONGEST_NAME = 256;
const LONGEST_TYPE = 200;

/**
 * A name in the quotes of SQL. Invisible characters are written as escapes, so that the name is exact and yet
 * cannot break a line or turn the reading direction.
 */
export function quoted(name: string, engine: Engine): string {
  if (engine === 'mysql') return `\`${plainText(name, LONGEST_NAME).replaceAll('`', '``')}\``;
  const characters = [...name.slice(0, 2 * LONGEST_NAME)].slice(0, LONGEST_NAME);
  if (isPlain(name)) return `"${characters.join('').replaceAll('"', '""')}"`;
  const escaped = characters.map((character) => (character === '\\' ? '\\\\' : escape(character)));
  return `U&"${escaped.join('').replaceAll('"', '""')}"`;
}

/** A type on one line, without the beginning of a comment. It needs this because it may contain labels of an enumerated type. */
export function typeText(type: string): string {
  return withoutComments(plainText(type, LONGEST_TYPE));
}

/** Text for the inside of an SQL comment. It can neither end that comment nor look like the beginning of another. */
export function commentText(text: string, most: number): string {
  return withoutComments(plainText(text, most));
}

export function literal(value: string, most: number): string {
  return `'${withoutComments(plainText(value, most)).replaceAll("'", "''")}'`;
}

function withoutComments(text: string): string {
  return text
    .replaceAll(/-(?=-)/g, '- ')
    .replaceAll('*/', '* /')
    .replaceAll('/*', '/ *');
}

function escape(character: string): string {
  if (isPlain(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\+${code.toString(16).padStart(6, '0')}` : `\\${code.toString(16).padStart(4, '0')}`;
}
