import { quoted } from '../judgement.js';
import type { Edit } from '../written-statement.js';
import { isMariaDb } from './functions.js';
import type { NamingItem, TokenStream } from './token-stream.js';
import type { Token } from './token.js';

/** In bytes of UTF-8: what the servers keep of the text of an expression. */
const LONGEST_NAME = 255;
/** In characters: MariaDB counts columns of common table expressions whose text is longer (`Name_exp_2`), and so that of what we write. */
const LONGEST_OF_MARIADB = 64;
/** The servers have no such characters in names. */
const ASTRAL = /[\u{10000}-\u{10ffff}]/gu;
/** What stands behind one of these belongs to the expression. */
const OPERATORS: ReadonlySet<string> = new Set(
  `AND OR XOR NOT IS IN LIKE REGEXP RLIKE ESCAPE BETWEEN DIV MOD BINARY COLLATE INTERVAL CASE WHEN THEN ELSE OVER DATE TIME TIMESTAMP ALL ANY
   SOME DISTINCT OF ROW`.split(/\s+/),
);
/** These end an expression. */
const ENDS: ReadonlySet<string> = new Set(['END', 'NULL', 'TRUE', 'FALSE']);
/** So do these, of an interval; elsewhere they are names. */
const UNITS =
  /^(?:MICROSECOND|SECOND|MINUTE|HOUR|DAY|WEEK|MONTH|QUARTER|YEAR|(?:SECOND|MINUTE|HOUR|DAY)_(?:MICROSECOND|SECOND|MINUTE|HOUR)|YEAR_MONTH)$/;

/**
 * The servers name a column without an alias by the text of its expression. If we write something into that text, the person's text becomes
 * its alias. @param changes where it is written into the statement
 */
export function columnNames({ sql, items }: TokenStream, changes: readonly number[], serverVersion: string): Edit[] {
  return items.flatMap(({ tokens, isRow, isOfCommonTable }): Edit[] => {
    const [first, last] = [tokens[0], tokens.at(-1)];
    if (first === undefined || last === undefined || isRow || isColumn(tokens) || isNamed(tokens)) return [];
    const isChanged = changes.some((position) => first.start <= position && position < last.end);
    if (!isChanged) return [];
    const name = nameOf(sql, first, last);
    if (isOfCommonTable && name.length > LONGEST_OF_MARIADB && isMariaDb(serverVersion)) return [];
    return [{ position: last.end, end: last.end, text: ` AS ${quoted(name, '`')}` }];
  });
}

/** A row of VALUES takes no alias. */
export function changedRow({ items }: TokenStream, changes: readonly number[]): NamingItem | undefined {
  return items.find(
    ({ tokens, isRow }) =>
      isRow && changes.some((position) => position >= (tokens[0]?.start ?? Infinity) && position < (tokens.at(-1)?.end ?? -Infinity)),
  );
}

function nameOf(sql: string, { start }: Token, { end }: Token): string {
  const bytes = Buffer.from(sql.slice(start, end).replaceAll(ASTRAL, '?'));
  if (bytes.length <= LONGEST_NAME) return bytes.toString();
  let length = LONGEST_NAME;
  // Not within a character.
  while (((bytes[length] ?? 0) & 0xc0) === 0x80) length -= 1;
  return bytes.toString('utf8', 0, length);
}

/** A column, which gives its own name also in parentheses, or all of them. */
function isColumn(tokens: readonly Token[]): boolean {
  const bare = tokens.filter(({ kind, text }) => kind !== 'symbol' || (text !== '(' && text !== ')'));
  return bare.every(({ kind, text }, index) => {
    if (index % 2 === 1) return kind === 'symbol' && text === '.';
    return kind === 'name' || kind === 'word' || (text === '*' && index === bare.length - 1);
  });
}

function isNamed(tokens: readonly Token[]): boolean {
  const [last, before] = [tokens.at(-1), tokens.at(-2)];
  if (last === undefined || before === undefined) return false;
  if (before.word === 'AS') return true;
  if (last.kind !== 'name' && last.kind !== 'word' && last.kind !== 'string') return false;
  if (ENDS.has(last.word)) return false;
  if (UNITS.test(last.word) && tokens.some(({ word }) => word === 'INTERVAL')) return false;
  if (before.kind === 'symbol') return before.text === ')';
  return !OPERATORS.has(before.word);
}
