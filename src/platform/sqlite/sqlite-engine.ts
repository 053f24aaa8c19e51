import startModule, { type Sqlite3Static } from '@sqlite.org/sqlite-wasm';

/** The memory that its build begins with, and the most that it may get. */
const FIRST_PAGES = 256;
const PAGES_OF_A_MB = 16;

/** The engine with all its memory; beyond its limit it reports its own error, "out of memory". */
export async function startSqlite(memoryMb: number): Promise<Sqlite3Static> {
  const wasmMemory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: memoryMb * PAGES_OF_A_MB });
  const silent = (): void => undefined;
  const start = startModule as (options: object) => Promise<Sqlite3Static>;
  const sqlite3 = await start({ wasmMemory, print: silent, printErr: silent });
  // It would log each statement that fails.
  Object.assign(sqlite3.config, { warn: silent, error: silent, log: silent });
  return sqlite3;
}
