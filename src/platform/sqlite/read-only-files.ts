import { randomBytes } from 'node:crypto';
import { closeSync, constants, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm';

const NAME = 'headgate';
/** Stands for a write-ahead log that is not there: there is nothing in it. */
const NOTHING = -1;
const WAL = '-wal';
/** A pointer of WebAssembly: to these functions, a file of the engine is only a pointer. */
const SIZE_OF_FILE = 4;
const LONGEST_PATH = 4096;
const DAY_MS = 86_400_000;
/** 1 January 1970. */
const EPOCH_IN_JULIAN_DAYS = 2_440_587.5;
/** The format that ANALYZE has always written. Its row fits into a page of any size. */
const TABLE_OF_STATISTICS = Buffer.from('CREATE TABLE sqlite_stat1(tbl,idx,stat)');
const COLUMN_OF_STATISTICS = `SELECT 1 FROM pragma_table_info('sqlite_stat1', 'main') WHERE name = 'stat' COLLATE NOCASE`;
const WITHOUT_STATISTICS = Buffer.from('CREATE TABLE sqlite_stat1(tbl,idx,none)');

// A definition that does not parse is ignored instead of making the whole file unreadable (`writable_schema`: there is
// nothing that could be written). Nothing that the file defines runs unasked. A write-ahead log without shared memory can only be
// read by a connection that is alone, which is what an exclusive one takes itself for. The first statement opens the log.
const SETTINGS = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA trusted_schema = OFF;
  PRAGMA cell_size_check = ON;
  PRAGMA writable_schema = ON;
  PRAGMA cache_size = -32768;
  BEGIN;
  SELECT 1 FROM main.sqlite_schema LIMIT 1`;

export interface Opening {
  readonly withStatistics?: boolean;
}

/**
 * Gives the engine files, which it does not have in Node: it reads the pages that it needs of one database and its write-ahead log.
 * Nothing is written, locked or made, and once the database is open no other file can be. The engine knows no exceptions,
 * so whatever it calls here answers with a code.
 */
export class ReadOnlyFiles {
  private readonly descriptors = new Map<number, number>();
  private beingOpened: string | undefined;
  private hidesStatistics = false;

  constructor(private readonly sqlite3: Sqlite3Static) {
    const { capi, vfs } = sqlite3;
    const io = new capi.sqlite3_io_methods();
    const files = new capi.sqlite3_vfs();
    Object.assign(io, { $iVersion: 1 });
    Object.assign(files, { $iVersion: 1, $szOsFile: SIZE_OF_FILE, $mxPathname: LONGEST_PATH });
    vfs.installVfs({
      io: { struct: io, methods: this.reading() },
      vfs: { struct: files, methods: this.opening(io.pointer), name: NAME },
    });
  }

  /**
   * In a transaction: what it has read of the file stays as it was.
   * @param withStatistics whether statements are planned by what ANALYZE has counted, which is all rows
   * @throws SQLite3Error
   */
  open(file: string, { withStatistics = true }: Opening = {}): Database {
    this.beingOpened = file;
    this.hidesStatistics = !withStatistics;
    let database: Database | undefined;
    try {
      database = new this.sqlite3.oo1.DB({ filename: file, flags: 'r', vfs: NAME });
      database.exec(SETTINGS);
      if (!withStatistics && database.selectValue(COLUMN_OF_STATISTICS) !== undefined)
        throw Object.assign(new this.sqlite3.SQLite3Error('Its statistics cannot be left out.'), {
          resultCode: this.sqlite3.capi.SQLITE_CORRUPT,
        });
      return database;
    } catch (error) {
      database?.close();
      throw error;
    } finally {
      this.beingOpened = undefined;
      this.hidesStatistics = false;
    }
  }

  private reading() {
    const { capi, wasm } = this.sqlite3;
    return {
      xRead: (file: number, to: number, length: number, from: number): number => {
        const heap = wasm.heap8u();
        const read = this.read(file, heap, to, length, from);
        if (read === null) return capi.SQLITE_IOERR_READ;
        if (this.hidesStatistics && isPage(length)) hideStatistics(heap.subarray(to, to + read));
        if (read === length) return capi.SQLITE_OK;
        heap.fill(0, to + read, to + length);
        return capi.SQLITE_IOERR_SHORT_READ;
      },
      xFileSize: (file: number, size: number): number => {
        const found = this.sizeOf(file);
        if (found === null) return capi.SQLITE_IOERR_FSTAT;
        wasm.poke64(size, BigInt(found));
        return capi.SQLITE_OK;
      },
      xClose: (file: number): number => {
        const descriptor = this.descriptors.get(file) ?? NOTHING;
        this.descriptors.delete(file);
        if (descriptor !== NOTHING) closeSync(descriptor);
        return capi.SQLITE_OK;
      },
      xCheckReservedLock: (_: number, answer: number): number => {
        wasm.poke32(answer, 0);
        return capi.SQLITE_OK;
      },
      xWrite: () => capi.SQLITE_READONLY,
      xTruncate: () => capi.SQLITE_READONLY,
      xSync: () => capi.SQLITE_OK,
      xLock: () => capi.SQLITE_OK,
      xUnlock: () => capi.SQLITE_OK,
      xFileControl: () => capi.SQLITE_NOTFOUND,
      xSectorSize: () => 0,
      xDeviceCharacteristics: () => 0,
    };
  }

  private opening(methods: number) {
    const { capi, wasm } = this.sqlite3;
    return {
      xOpen: (_: number, name: number, file: number, flags: number, given: number): number => {
        wasm.poke32(file, 0);
        const descriptor = this.opened(wasm.cstrToJs(name));
        if (descriptor === null) return capi.SQLITE_CANTOPEN;
        this.descriptors.set(file, descriptor);
        wasm.poke32(file, methods);
        const readOnly = (flags & ~(capi.SQLITE_OPEN_READWRITE | capi.SQLITE_OPEN_CREATE)) | capi.SQLITE_OPEN_READONLY;
        if (given !== 0) wasm.poke32(given, readOnly);
        return capi.SQLITE_OK;
      },
      xAccess: (_: number, name: number, __: number, answer: number): number => {
        const path = wasm.cstrToJs(name);
        wasm.poke32(answer, path !== null && this.isLog(path) && existsSync(path) ? 1 : 0);
        return capi.SQLITE_OK;
      },
      xFullPathname: (_: number, name: number, length: number, full: number): number =>
        wasm.cstrncpy(full, name, length) < length ? capi.SQLITE_OK : capi.SQLITE_CANTOPEN,
      // The engine wants to tidy up a log. It may believe that it has.
      xDelete: () => capi.SQLITE_OK,
      xRandomness: (_: number, length: number, bytes: number): number => {
        wasm.heap8u().set(randomBytes(length), bytes);
        return length;
      },
      xSleep: () => 0,
      xCurrentTime: (_: number, days: number): number => {
        wasm.poke64f(days, EPOCH_IN_JULIAN_DAYS + Date.now() / DAY_MS);
        return capi.SQLITE_OK;
      },
      xGetLastError: () => 0,
    };
  }

  /** @returns a descriptor; `null` if it must not be opened */
  private opened(path: string | null): number | null {
    if (path === null || (path !== this.beingOpened && !this.isLog(path))) return null;
    if (this.isLog(path) && !existsSync(path)) return NOTHING;
    try {
      // The log of another database would show pages of that one.
      return openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    } catch {
      return null;
    }
  }

  private isLog(path: string): boolean {
    return this.beingOpened !== undefined && path === `${this.beingOpened}${WAL}`;
  }

  private read(file: number, heap: Uint8Array, to: number, length: number, from: number): number | null {
    const descriptor = this.descriptors.get(file) ?? NOTHING;
    if (descriptor === NOTHING) return 0;
    try {
      return readSync(descriptor, heap, to, length, from);
    } catch {
      return null;
    }
  }

  private sizeOf(file: number): number | null {
    const descriptor = this.descriptors.get(file) ?? NOTHING;
    if (descriptor === NOTHING) return 0;
    try {
      return fstatSync(descriptor).size;
    } catch {
      return null;
    }
  }
}

/** A frame of a write-ahead log is longer, and has a checksum. */
function isPage(length: number): boolean {
  return (length & (length - 1)) === 0;
}

/**
 * While a database is opened, the engine reads its definitions, and by them its statistics. No setting prevents that, and its authorizer is
 * not asked. It ignores those of a table that has no such column.
 */
function hideStatistics(page: Uint8Array): void {
  const bytes = Buffer.from(page.buffer, page.byteOffset, page.byteLength);
  // A definition that was dropped may still be there, before the one that counts.
  for (let at = bytes.indexOf(TABLE_OF_STATISTICS); at >= 0; at = bytes.indexOf(TABLE_OF_STATISTICS, at + 1))
    page.set(WITHOUT_STATISTICS, at);
}
