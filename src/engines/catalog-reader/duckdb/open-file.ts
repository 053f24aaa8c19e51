import { LOCKED_SETTINGS } from '../../../platform/duckdb/locked-settings.js';
import { FileFault } from '../file-fault.js';
import { assertDatabase, beginningOf } from '../source-file.js';
import { type DuckDbInstance, driver, duckDbFault } from './duckdb-driver.js';
import { OpenDuckDb } from './open-duckdb.js';

const BEGINNING = 100;

/** Only the file is read, nothing is written beside it, and no view in it can change that. */
const SETTINGS = { access_mode: 'READ_ONLY', ...LOCKED_SETTINGS };

/** @throws EngineUnavailable, FileFault */
export async function openFile(file: string, driverName: string): Promise<OpenDuckDb> {
  return OpenDuckDb.of(await openInstance(file, driverName)).catch(rethrowAsFault);
}

/**
 * @param more settings for this instance
 * @throws EngineUnavailable, FileFault
 */
export async function openInstance(file: string, driverName: string, more: Readonly<Record<string, string>> = {}): Promise<DuckDbInstance> {
  const duckDb = await driver(driverName);
  // Otherwise the driver looks for an extension that reads it: a file of SQLite made it call a server for one.
  assertDatabase(beginningOf(file, BEGINNING), 'FILE_OF_DUCKDB');
  return duckDb.DuckDBInstance.create(file, { ...more, ...SETTINGS }).catch(rethrowAsFault);
}

function rethrowAsFault(error: unknown): never {
  throw new FileFault(duckDbFault(error) ?? 'FILE_DAMAGED', error instanceof Error ? error.message : 'It does not open.');
}
