import type { Engine } from '../../engines/catalog-reader/engine.js';
import { isPlain, plainText } from '../../shared/plain-text.js';

const LONGEST_NAME = 256;
const LONGEST_TYPE = 200;
/** Of a type that is written in full. */
export const LONGEST_WHOLE_TYPE = 4_000;

/**
 * A name in the quotes of its engine, byte for byte: another name would be no column. PostgreSQL has escapes for invisible characters, so
 * that they cannot break a line or turn the reading direction; in the others they stand in the quotes as they are.
 */
export function quoted(name: string, engine: Engine): string {
  const characters = [...name.slice(0, 2 * LONGEST_NAME)].slice(0, LONGEST_NAME);
  const quote = engine === 'mysql' ? '`' : '"';
  if (engine !== 'postgresql' || isPlain(name)) return `${quote}${characters.join('').replaceAll(quote, quote + quote)}${quote}`;
  const escaped = characters.map((character) => (character === '\\' ? '\\\\' : escape(character)));
  return `U&"${escaped.join('').replaceAll('"', '""')}"`;
}

/**
 * A type on one line, without the beginning of a comment. It needs this because it may contain labels of an enumerated type.
 * @param most characters: the fields of a STRUCT stay whole where there is room
 */
export function typeText(type: string, most = LONGEST_TYPE): string {
  return withoutComments(plainText(type, most));
}

/** A size in the type, as in `varchar(255)`, `decimal(10,2)` and `timestamp(3) without time zone`. One of 1 stays: `tinyint(1)` is a truth value. */
const SIZE = /^([a-z][a-z0-9_ ]*?) ?\((?!1\))\d+(?:, ?-?\d+)?\)((?: [a-z ]+)?(?:\[\])*)$/i;

/** The type as briefly as people write it: a question is hardly ever about how long a text may be. */
export function shortTypeText(type: string): string {
  const short = type
    .replace(SIZE, '$1$2')
    .replace(/^character varying\b/i, 'varchar')
    .replace(/^(timestamp|time) without time zone\b/i, '$1')
    .replace(/^(timestamp|time) with time zone\b/i, '$1tz');
  return typeText(short);
}

/** Text for the inside of an SQL comment. It can neither end that comment nor look like the beginning of another. */
export function commentText(text: string, most: number): string {
  return withoutComments(plainText(text, most));
}

/** A comment of one line, which ends with its line: names may contain line breaks. */
export function commentLine(mark: '--' | '#', text: string): string {
  return `${mark} ${text.replaceAll(/[\n\v\f\r\u0085\u2028\u2029]/g, ' ')}\n`;
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
