import { existsSync, statSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Database } from '@sqlite.org/sqlite-wasm';
import type { Opening, ReadOnlyFiles } from '../../../platform/sqlite/read-only-files.js';
import { FileFault } from '../file-fault.js';
import { assertDatabase, beginningOf } from '../source-file.js';
import { closeQuietly } from './sqlite-rows.js';

const HEADER = 100;
const ENCODING_AT = 56;
const UTF8 = 1;
const MOST_ATTEMPTS = 10;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

/**
 * Runs `take` on a file of SQLite so that it sees the file as it was at one moment, and returns the connection with the result. Nothing
 * is locked, because locks need the right to write, and would hold up those who write. The file and its write-ahead log show whether
 * another program wrote meanwhile; then everything is read once more.
 * @throws FileFault why it is not a readable database, LOST when it changes all the time, TIMEOUT when a transaction is
 * being written until the deadline
 */
export async function readConsistently<T>(
  files: ReadOnlyFiles,
  file: string,
  deadline: number,
  take: (database: Database) => T,
  opening: Opening = {},
): Promise<Reading<T>> {
  let attempts = 0;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const before = stateOf(file);
    if (before !== null) {
      const attempt = attempted(() => files.open(file, opening), take);
      if (stateOf(file) === before) return settled(attempt);
      if ('database' in attempt) closeQuietly(attempt.database);
      attempts += 1;
      if (attempts === MOST_ATTEMPTS) throw new FileFault('LOST', 'Another program keeps writing to the file.');
    }
    const left = deadline - Date.now();
    if (left <= 0) throw new FileFault('TIMEOUT', 'Another program is writing to the file.');
    await setTimeout(Math.min(pause, left));
  }
}

interface Reading<T> {
  readonly database: Database;
  readonly taken: T;
}

type Attempt<T> = Reading<T> | { readonly error: unknown };

function settled<T>(attempt: Attempt<T>): Reading<T> {
  if ('error' in attempt) throw attempt.error;
  return attempt;
}

function attempted<T>(open: () => Database, take: (database: Database) => T): Attempt<T> {
  let database: Database | undefined;
  try {
    database = open();
    return { database, taken: take(database) };
  } catch (error) {
    closeQuietly(database);
    return { error };
  }
}

/** Differs after every transaction; `null` while a transaction is being written to the file itself, or died while it was. */
function stateOf(file: string): string | null {
  const header = readableHeader(file);
  const journal = beginningIfThere(`${file}-journal`, 1);
  if ((journal[0] ?? 0) !== 0) return null;
  const log = `${file}-wal`;
  return [timesOf(file), header.toString('hex'), timesOf(log), beginningIfThere(log, 32).toString('hex')].join();
}

function readableHeader(file: string): Buffer {
  const header = beginningOf(file, HEADER);
  if (header.length === 0) return header;
  assertDatabase(header, 'FILE_OF_SQLITE');
  if (header.length < HEADER) throw new FileFault('FILE_DAMAGED', 'The file ends too early.');
  // The engine is built without UTF-16 and would read only the first letter of every name.
  if (header.readUInt32BE(ENCODING_AT) > UTF8) throw new FileFault('FILE_IN_UTF16', 'The text in it is UTF-16.');
  return header;
}

function beginningIfThere(file: string, length: number): Buffer {
  return existsSync(file) ? beginningOf(file, length) : Buffer.alloc(0);
}

function timesOf(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? '-' : [found.dev, found.ino, found.size, found.mtimeNs].join(':');
}
