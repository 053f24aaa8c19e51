import { fileURLToPath } from 'node:url';
import { FileFault } from '../../introspection/file-fault.js';
import { ReadingProcess } from '../../introspection/duckdb/reading-process.js';
import { type StatementEngine, type TakenRows, StatementRefused } from '../statement-engine.js';

const PROGRAM = fileURLToPath(new URL('./statement-process.js', import.meta.url));
const DRIVER = '@duckdb/node-api';

/** In a process of its own, which is ended when it takes too long or somebody wants its end. */
export const duckDbEngine: StatementEngine = {
  async open(target, timeoutMs) {
    if (!('file' in target)) throw new TypeError('DuckDB is a file.');
    const { file } = target;
    const process = new ReadingProcess(PROGRAM, timeoutMs);
    return {
      run: async (statement, maxRows) => {
        const end = (await process.ask({ ask: 'run', file, driver: DRIVER, statement, maxRows })) as
          TakenRows | { readonly refusal: string };
        if ('refusal' in end) throw new StatementRefused(end.refusal);
        return end;
      },
      close: () => process.stop(),
    };
  },
  faultOf: (error) => (error instanceof FileFault ? error.fault : undefined),
};
