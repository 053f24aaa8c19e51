import { HASH_FUNCTION } from '../../../../platform/sqlite/hash-function.js';
import { ReadOnlyFiles } from '../../../../platform/sqlite/read-only-files.js';
import { startSqlite } from '../../../../platform/sqlite/sqlite-engine.js';
import { functionsOf } from '../../../../platform/sqlite/statement-rules.js';
import { FileFault, fileSystemFault } from '../../../../engines/catalog-reader/file-fault.js';
import { readConsistently } from '../../../../engines/catalog-reader/sqlite/consistent-read.js';
import { closeQuietly, sqliteFault } from '../../../../engines/catalog-reader/sqlite/sqlite-rows.js';
import type { StatementEngine } from '../statement-engine.js';
import { type RunningSqlite, read } from './reading.js';

/** More than the process may have: the system refuses it before. */
const MEMORY_MB = 2_048;

interface SqliteOfFiles extends RunningSqlite {
  readonly files: ReadOnlyFiles;
}

/** Started once: a process in which it fails serves no other statement. */
let started: Promise<SqliteOfFiles> | undefined;

async function start(): Promise<SqliteOfFiles> {
  const sqlite3 = await startSqlite(MEMORY_MB);
  return { sqlite3, files: new ReadOnlyFiles(sqlite3), functions: new Set([...functionsOf(sqlite3), HASH_FUNCTION]) };
}

/**
 * The same build that judges statements runs them, and asks again for permission for each thing that they do. The file is opened for
 * reading only, and sorting stays in memory. Nothing interrupts the engine, and it has no memory limit of its own: the process does both.
 */
export const sqliteEngine: StatementEngine = {
  async open(target, timeoutMs) {
    if (!('file' in target)) throw new TypeError('SQLite is a file.');
    const deadline = Date.now() + timeoutMs;
    started ??= start();
    const engine = await started;
    return {
      run: async (query, maxRows) => {
        const { database, taken } = await readConsistently(
          engine.files,
          target.file,
          deadline,
          (opened) => read(engine, opened, query, maxRows),
          // What is hidden would decide by them whether a visible value makes a statement fail before another ends it.
          { withStatistics: !query.isFenced },
        );
        closeQuietly(database);
        return taken;
      },
      close: async () => undefined,
    };
  },
  faultOf: (error) => (error instanceof FileFault ? error.fault : (sqliteFault(error) ?? fileSystemFault(error))),
};
