import { FileFault, fileSystemFault } from '../../../../engines/catalog-reader/file-fault.js';
import { type DuckDbConnection, type DuckDbInstance, duckDbFault } from '../../../../engines/catalog-reader/duckdb/duckdb-driver.js';
import { openInstance } from '../../../../engines/catalog-reader/duckdb/open-file.js';
import type { FailureCause } from '../../../domain/statement-outcome.js';
import { OutOfMemory, type StatementEngine, StatementRefused } from '../statement-engine.js';
import { read } from './reading.js';

const DRIVER = '@duckdb/node-api';
/**
 * These plan by counts and bounds of all rows. What is hidden would decide by them whether a visible value makes a statement fail.
 * The last one counts nothing: it ends with an internal error where the others are off and the first rows of each group are asked for.
 */
export const WITHOUT_STATISTICS = {
  disabled_optimizers: 'statistics_propagation,join_order,build_side_probe_side,compressed_materialization,top_n_window_elimination',
  nested_loop_join_threshold: '0',
  merge_join_threshold: '0',
};

/** Native code on its own threads runs only in a process, which is ended when it takes too long or is cancelled. */
export const duckDbEngine: StatementEngine = {
  async open(target) {
    if (!('file' in target)) throw new TypeError('DuckDB is a file.');
    let instance: DuckDbInstance | undefined;
    let connection: DuckDbConnection | undefined;
    return {
      run: async (query, maxRows) => {
        instance = await openInstance(target.file, DRIVER, query.isFenced ? WITHOUT_STATISTICS : {});
        connection = await instance.connect();
        return await read(connection, query, maxRows).catch(rethrowAsRefusal);
      },
      close: async () => {
        connection?.closeSync();
        instance?.closeSync();
      },
    };
  },
  faultOf: (error) => (error instanceof FileFault ? error.fault : (duckDbFault(error) ?? fileSystemFault(error))),
};

/** The engine distinguishes failures only by their words. */
const CAUSES: readonly (readonly [RegExp, FailureCause])[] = [
  [/^Out of Range Error/, 'out_of_range'],
  [/^Conversion Error|Malformed JSON/, 'cannot_convert'],
  [/^Binder Error: (?:Referenced (?:column|table)|(?:Table|Values list) ".*" does not have)|^Catalog Error: Table/s, 'unknown_column'],
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
