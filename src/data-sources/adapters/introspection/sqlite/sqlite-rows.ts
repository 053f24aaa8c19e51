import sqlite, { type Database } from 'node-sqlite3-wasm';
import type { ReadingFault } from '../source-reader.js';

export type Row = Readonly<Record<string, unknown>>;

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** The driver has no codes. */
const FAULTS: readonly (readonly [RegExp, ReadingFault])[] = [
  [
    /^Could not open the database|unable to open database file|file is not a database|unsupported file format/,
    'UNREACHABLE',
  ],
  [/database is locked|database table is locked/, 'TIMEOUT'],
  [/malformed|disk I\/O error|out of memory|string or blob too big/, 'LOST'],
];

export function sqliteFault(error: unknown): ReadingFault | undefined {
  if (!(error instanceof sqlite.SQLite3Error)) return undefined;
  return FAULTS.find(([pattern]) => pattern.test(error.message))?.[1];
}

/**
 * Rows of the relations from `first` to `last`. One that the engine cannot make sense of (a view of a table that is gone, a
 * table of a module that is not there) fails the statement for all of them, so halves are tried until it stands alone.
 * @returns nothing for that one
 */
export function rowsOf(database: Database, query: string, first: number, last: number): Row[] {
  try {
    return database.all(query, [first, last]);
  } catch (error) {
    if (!(error instanceof sqlite.SQLite3Error) || /out of memory/.test(error.message)) throw error;
    if (first === last) return [];
    const middle = Math.floor((first + last) / 2);
    return [...rowsOf(database, query, first, middle), ...rowsOf(database, query, middle + 1, last)];
  }
}

export function grouped<K>(rows: readonly Row[], keyOf: (row: Row) => K): Map<K, Row[]> {
  const groups = new Map<K, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

export function closeQuietly(database: Database | undefined): void {
  try {
    if (database?.isOpen) database.close();
  } catch {
    // It was opened for reading only: there is nothing that could be lost.
  }
}

/** Bytes that are not UTF-8 become U+FFFD. */
export function text(value: unknown): string {
  return value instanceof Uint8Array ? UTF8.decode(value) : '';
}

export function textOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : text(value);
}

export function number(value: unknown): number {
  return Number(value);
}
