import { FileFault, fileSystemFault } from '../../introspection/file-fault.js';
import { duckDbFault } from '../../introspection/duckdb/duckdb-driver.js';
import { openInstance } from '../../introspection/duckdb/open-file.js';
import { OutOfMemory, type StatementEngine, StatementRefused } from '../statement-engine.js';
import { read } from './reading.js';

const DRIVER = '@duckdb/node-api';

/** Native code on threads of its own: only in a process, which is ended when it takes too long or somebody wants its end. */
export const duckDbEngine: StatementEngine = {
  async open(target) {
    if (!('file' in target)) throw new TypeError('DuckDB is a file.');
    const instance = await openInstance(target.file, DRIVER);
    const connection = await instance.connect();
    return {
      run: (statement, maxRows) => read(connection, statement, maxRows).catch(rethrowAsRefusal),
      close: async () => {
        connection.closeSync();
        instance.closeSync();
      },
    };
  },
  faultOf: (error) => (error instanceof FileFault ? error.fault : (duckDbFault(error) ?? fileSystemFault(error))),
};

/** The file was read already, so every error of the engine is about the statement. */
function rethrowAsRefusal(error: unknown): never {
  if (error instanceof StatementRefused) throw error;
  const words = error instanceof Error ? error.message : 'It failed.';
  throw /^Out of Memory Error/.test(words) ? new OutOfMemory() : new StatementRefused(words);
}
