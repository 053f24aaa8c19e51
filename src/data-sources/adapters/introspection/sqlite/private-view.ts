import { constants, copyFileSync, existsSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import sqlite, { type Database } from 'node-sqlite3-wasm';
import { FileFault } from '../file-fault.js';
import { beginningOf } from '../source-file.js';
import { makePrivateDirectory, removePrivateDirectory } from './private-directory.js';
import { closeQuietly } from './sqlite-rows.js';

const HEADER = 100;
const MAGIC = 'SQLite format 3\0';
const ENCODING_AT = 56;
const UTF8 = 1;
const LARGEST_LOG = 128 * 1024 ** 2;
/** Each of them may copy a whole log. */
const MOST_ATTEMPTS = 10;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

// Definitions that do not parse are ignored instead of making the whole file unreadable (`writable_schema`, which has
// nothing to write to: the file is open for reading only). Nothing that the file defines runs or takes endless memory.
const SETTINGS = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA trusted_schema = OFF;
  PRAGMA cell_size_check = ON;
  PRAGMA writable_schema = ON;
  PRAGMA hard_heap_limit = 268435456;`;

/**
 * Takes what `take` reads from a file of SQLite at one moment, and gives the connection with it. The driver locks by making
 * a directory beside the file, which other programs do not heed and a read-only directory refuses, and it has no shared
 * memory for a write-ahead log. So it sees the file through a link in a directory of its own, with a copy of that log, and
 * whether somebody wrote meanwhile is seen from the file itself; then it is read once more.
 * @throws FileFault UNREACHABLE for what is not a readable database, LOST when it changes all the time or its log is too large,
 *   TIMEOUT when a transaction is being written till the deadline
 */
export async function viewPrivately<T>(
  file: string,
  deadline: number,
  take: (database: Database) => T,
): Promise<View<T>> {
  let attempts = 0;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const before = stateOf(file);
    if (before !== null) {
      const attempt = view(file, deadline, take);
      if (stateOf(file) === before) return settled(attempt);
      if ('database' in attempt) closeQuietly(attempt.database);
      attempts += 1;
      if (attempts === MOST_ATTEMPTS) throw new FileFault('LOST', 'The file is being written all the time.');
    }
    const left = deadline - Date.now();
    if (left <= 0) throw new FileFault('TIMEOUT', 'The file is being written.');
    await setTimeout(Math.min(pause, left));
  }
}

interface View<T> {
  readonly database: Database;
  readonly taken: T;
}

type Attempt<T> = View<T> | { readonly error: unknown };

function settled<T>(attempt: Attempt<T>): View<T> {
  if ('error' in attempt) throw attempt.error;
  return attempt;
}

function view<T>(file: string, deadline: number, take: (database: Database) => T): Attempt<T> {
  let database: Database | undefined;
  try {
    database = openPrivately(file, deadline);
    return { database, taken: take(database) };
  } catch (error) {
    closeQuietly(database);
    return { error };
  }
}

function openPrivately(file: string, deadline: number): Database {
  const directory = makePrivateDirectory(deadline);
  let database: Database | undefined;
  try {
    const path = join(directory, 'source');
    symlinkSync(file, path);
    copyLog(`${file}-wal`, `${path}-wal`);
    database = new sqlite.Database(path, { readOnly: true });
    database.exec(SETTINGS);
    // Takes the lock once and for all and opens the log, so that the directory is not needed any more: what may take long
    // comes after it, and can be ended without leaving anything.
    database.exec('BEGIN; SELECT 1 FROM main.sqlite_schema LIMIT 1');
    return database;
  } catch (error) {
    closeQuietly(database);
    throw error;
  } finally {
    removePrivateDirectory(directory);
  }
}

function copyLog(from: string, to: string): void {
  const size = statSync(from, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LARGEST_LOG) throw new FileFault('LOST', 'The write-ahead log has never been checkpointed.');
  if (size > 0) copyFileSync(from, to, constants.COPYFILE_FICLONE);
}

/** Differs after every transaction; `null` while one is being written to the file itself, or has died while it was. */
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
  if (header.length < HEADER || header.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw new FileFault('UNREACHABLE', 'This is no database of SQLite, or it is encrypted.');
  // The driver is built without UTF-16 and would take every name for its first letter.
  if (header.readUInt32BE(ENCODING_AT) > UTF8) throw new FileFault('UNREACHABLE', 'The text in it is UTF-16.');
  return header;
}

function beginningIfThere(file: string, length: number): Buffer {
  return existsSync(file) ? beginningOf(file, length) : Buffer.alloc(0);
}

function timesOf(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? '-' : [found.dev, found.ino, found.size, found.mtimeNs].join(':');
}
