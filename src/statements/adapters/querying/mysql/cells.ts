import mysql, { type FieldPacket } from 'mysql2';
import type { Cell } from '../../../domain/statement-outcome.js';
import { BYTES_OF_A_CELL, floatOf, hexOf, integerOf } from '../row-intake.js';

const { Types } = mysql;

/** Number of the character set that means bytes. */
const BINARY = 63;
const FLAG_UNSIGNED = 32;

const NAMES: ReadonlyMap<number, readonly [text: string, binary: string]> = new Map([
  [Types.DECIMAL, ['decimal', 'decimal']],
  [Types.NEWDECIMAL, ['decimal', 'decimal']],
  [Types.TINY, ['tinyint', 'tinyint']],
  [Types.SHORT, ['smallint', 'smallint']],
  [Types.INT24, ['mediumint', 'mediumint']],
  [Types.LONG, ['int', 'int']],
  [Types.LONGLONG, ['bigint', 'bigint']],
  [Types.FLOAT, ['float', 'float']],
  [Types.DOUBLE, ['double', 'double']],
  [Types.TIMESTAMP, ['timestamp', 'timestamp']],
  [Types.DATETIME, ['datetime', 'datetime']],
  [Types.DATE, ['date', 'date']],
  [Types.NEWDATE, ['date', 'date']],
  [Types.TIME, ['time', 'time']],
  [Types.YEAR, ['year', 'year']],
  [Types.BIT, ['bit', 'bit']],
  [Types.JSON, ['json', 'json']],
  [Types.ENUM, ['enum', 'enum']],
  [Types.SET, ['set', 'set']],
  [Types.TINY_BLOB, ['text', 'blob']],
  [Types.MEDIUM_BLOB, ['text', 'blob']],
  [Types.LONG_BLOB, ['text', 'blob']],
  [Types.BLOB, ['text', 'blob']],
  [Types.VARCHAR, ['varchar', 'varbinary']],
  [Types.VAR_STRING, ['varchar', 'varbinary']],
  [Types.STRING, ['char', 'binary']],
  [Types.GEOMETRY, ['geometry', 'geometry']],
  [Types.NULL, ['null', 'null']],
]);

const INTEGERS: ReadonlySet<string> = new Set(['tinyint', 'smallint', 'mediumint', 'int', 'bigint', 'year']);
const FLOATS: ReadonlySet<string> = new Set(['float', 'double']);
const BYTES: ReadonlySet<string> = new Set(['bit', 'blob', 'varbinary', 'binary', 'geometry']);

export function typeOf(field: FieldPacket): string {
  const name = baseOf(field);
  const isUnsigned = typeof field.flags === 'number' && (field.flags & FLAG_UNSIGNED) !== 0 && INTEGERS.has(name);
  return isUnsigned && name !== 'year' ? `${name} unsigned` : name;
}

export function cellOf(bytes: Buffer | null, field: FieldPacket | undefined): Cell {
  if (bytes === null) return null;
  const type = field === undefined ? '' : baseOf(field);
  if (BYTES.has(type)) return hexOf(bytes);
  const text = bytes.toString('utf8', 0, BYTES_OF_A_CELL);
  if (INTEGERS.has(type)) return integerOf(text);
  if (FLOATS.has(type)) return floatOf(text);
  // The session is in UTC.
  if (type === 'timestamp') return `${text.replace(' ', 'T')}Z`;
  if (type === 'datetime') return text.replace(' ', 'T');
  return text;
}

function baseOf({ columnType, characterSet }: FieldPacket): string {
  const [text, binary] = NAMES.get(columnType ?? -1) ?? ['', ''];
  return characterSet === BINARY ? binary : text;
}
