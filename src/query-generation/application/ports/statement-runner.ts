import type { ResultLimits, ResultSet } from '../../domain/result-set.js';
import type { Source } from './sources.js';

export abstract class StatementRunner {
  /**
   * Runs what the guard has let through, where it can read and nothing else.
   * @param signal ends it at the source
   * @throws QueryTimeout, QueryFailed with the words of the source, Unavailable when too many of the organization's wait, and
   *   what reaching the source throws
   */
  abstract run(source: Source, statement: string, limits: ResultLimits, signal: AbortSignal): Promise<ResultSet>;
}
