import { FileFault, fileSystemFault } from '../../introspection/file-fault.js';
import { duckDbFault } from '../../introspection/duckdb/duckdb-driver.js';
import { openInstance } from '../../introspection/duckdb/open-file.js';
import type { FailureCause } from '../../../domain/statement-outcome.js';
import { OutOfMemory, type StatementEngine, StatementRefused } from '../statement-engine.js';
import { read } from './reading.js';

const DRIVER = '@duckdb/node-api';

/** Native code on its own threads runs only in a process, which is ended when it takes too long or is cancelled. */
export const duckDbEngine: StatementEngine = {
  async open(target) {
    if (!('file' in target)) throw new TypeError('DuckDB is a file.');
    const instance = await openInstance(target.file, DRIVER);
    const connection = await instance.connect();
    return {
      run: (query, maxRows) => read(connection, query, maxRows).catch(rethrowAsRefusal),
      close: async () => {
        connection.closeSync();
        instance.closeSync();
      },
    };
  },
  faultOf: (error) => (error instanceof FileFault ? error.fault : (duckDbFault(error) ?? fileSystemFault(error))),
};

/** The engine distinguishes failures only by their words. */
const CAUSES: readonly (readonly [RegExp, FailureCause])[] = [
  [/^Out of Range Error/, 'out_of_range'],
  [/^Conversion Error|Malformed JSON/, 'cannot_convert'],
  [/^Binder Error: (?:Referenced (?:column|table)|Table ".*" does not have)|^Catalog Error: Table/s, 'unknown_column'],
  [/^Binder Error: Ambiguous reference/, 'ambiguous_column'],
  [/must appear in the GROUP BY clause/, 'not_grouped'],
  [/More than one row returned by a subquery/, 'many_rows'],
  [/^Binder Error: (?:No function matches|Cannot (?:compare|mix|extract))/, 'wrong_types'],
];

export function causeOf(words: string): FailureCause {
  return CAUSES.find(([pattern]) => pattern.test(words))?.[1] ?? 'other';
}

/** The file was read already, so every error of the engine is about the statement. */
function rethrowAsRefusal(error: unknown): never {
  if (error instanceof StatementRefused) throw error;
  const words = error instanceof Error ? error.message : 'It failed.';
  throw /^Out of Memory Error/.test(words) ? new OutOfMemory() : new StatementRefused(words, causeOf(words));
}
