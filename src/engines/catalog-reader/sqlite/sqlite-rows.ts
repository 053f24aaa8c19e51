import type { Database } from '@sqlite.org/sqlite-wasm';
import type { ReadingFault } from '../source-reader.js';

export type Row = Readonly<Record<string, unknown>>;

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Primary result codes of SQLite. */
const CODES = { busy: 5, locked: 6, noMemory: 7, io: 10, corrupt: 11, cantOpen: 14, tooBig: 18, notADatabase: 26 };
const FAULTS: ReadonlyMap<number, ReadingFault> = new Map([
  [CODES.cantOpen, 'UNREACHABLE'],
  [CODES.notADatabase, 'FILE_UNKNOWN'],
  [CODES.busy, 'TIMEOUT'],
  [CODES.locked, 'TIMEOUT'],
  [CODES.corrupt, 'FILE_DAMAGED'],
  [CODES.io, 'LOST'],
  [CODES.noMemory, 'LOST'],
  [CODES.tooBig, 'LOST'],
]);
const OF_THE_FILE: ReadonlySet<number> = new Set([CODES.corrupt, CODES.io, CODES.notADatabase]);

/** @returns `undefined` for what is no error of the engine */
function resultCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('resultCode' in error) || typeof error.resultCode !== 'number') return undefined;
  // An extended code has its primary one in its last byte.
  return error.resultCode & 0xff;
}

export function sqliteFault(error: unknown): ReadingFault | undefined {
  const code = resultCodeOf(error);
  if (code === undefined) return undefined;
  return FAULTS.get(code) ?? (/unsupported file format/.test(String(error)) ? 'FILE_OF_OTHER_VERSION' : undefined);
}

export function isOutOfMemory(error: unknown): boolean {
  return resultCodeOf(error) === CODES.noMemory;
}

/** The engine says this about the statement, not about the file. */
export function isOfStatement(error: unknown): error is Error {
  const code = resultCodeOf(error);
  return code !== undefined && !OF_THE_FILE.has(code);
}

/**
 * Rows of the relations from `first` to `last`. One that the engine cannot read (a view of a table that is gone, a table of a missing
 * module) fails the statement for all of them, so halves are tried until it stands alone.
 * @returns nothing for that one
 */
export function rowsOf(database: Database, query: string, first: number, last: number): Row[] {
  try {
    return database.selectObjects(query, [first, last]);
  } catch (error) {
    if (resultCodeOf(error) === undefined || isOutOfMemory(error)) throw error;
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
    if (database?.isOpen()) database.close();
  } catch {
    // It was opened for reading only, so nothing can be lost.
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
