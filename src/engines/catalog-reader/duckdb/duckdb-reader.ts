import { compiled } from '../../../platform/threads/threads.js';
import type { FoundSchema, RowEstimates } from '../reading.js';
import type { Target } from '../target.js';
import type { Relation } from '../relation.js';
import type { UserType } from '../user-type.js';
import { FileFault } from '../file-fault.js';
import type { OpenSource, ReadingFault, SourceReader } from '../source-reader.js';
import { ReadingProcess } from './reading-process.js';

export interface DuckDbReading {
  /** The path of the compiled program. */
  readonly program: string;
  /** Name of the package, which is an optional dependency. */
  readonly driver: string;
}

const USUAL: DuckDbReading = {
  program: compiled('engines/catalog-reader/duckdb/duckdb-process'),
  driver: '@duckdb/node-api',
};

export class DuckDbReader implements SourceReader {
  constructor(private readonly reading: DuckDbReading = USUAL) {}

  /** @throws EngineUnavailable besides what `faultOf` translates */
  async open(target: Target, timeoutMs: number): Promise<OpenSource> {
    if (!('file' in target)) throw new TypeError('DuckDB is a file.');
    const process = new ReadingProcess(this.reading.program, timeoutMs);
    try {
      const version = await process.ask({ ask: 'open', file: target.file, driver: this.reading.driver });
      return new ElsewhereOpen(String(version), process);
    } catch (error) {
      await process.stop();
      throw error;
    }
  }

  faultOf(error: unknown): ReadingFault | undefined {
    return error instanceof FileFault ? error.fault : undefined;
  }
}

/** The file is open in a process of its own, which answers the questions. */
class ElsewhereOpen implements OpenSource {
  constructor(
    readonly serverVersion: string,
    private readonly process: ReadingProcess,
  ) {}

  async schemas(name: string | null): Promise<readonly FoundSchema[]> {
    return (await this.process.ask({ ask: 'schemas', name })) as FoundSchema[];
  }

  async estimates(schema: string): Promise<RowEstimates> {
    return (await this.process.ask({ ask: 'estimates', schema })) as RowEstimates;
  }

  async types(schema: string): Promise<readonly UserType[]> {
    return (await this.process.ask({ ask: 'types', schema })) as UserType[];
  }

  async *relations(schema: string): AsyncIterable<readonly Relation[]> {
    let batch = (await this.process.ask({ ask: 'relations', schema })) as Relation[] | null;
    while (batch !== null) {
      yield batch;
      batch = (await this.process.ask({ ask: 'more' })) as Relation[] | null;
    }
  }

  async close(): Promise<void> {
    await this.process.stop();
  }
}
