import type { StatementOutcome } from '../../domain/statement-outcome.js';
import type { Target } from './targets.js';

export interface StatementLimits {
  /** Rows that are given back at most. */
  readonly maxRows: number;
  /** From when it has a thread to when its last row is here. */
  readonly timeoutMs: number;
}

/**
 * Runs one statement at a source, outside the thread that serves requests, on a connection that is opened for it and closed
 * after it, where nothing can be written. That a statement only reads was judged before; here nothing is left to that:
 * read-only transactions or files, one statement, limits of time, memory, rows and bytes.
 */
export abstract class Querying {
  /**
   * @param party for whom: nobody takes all the threads
   * @param signal ends it at the source
   * @throws SourceFailed, EngineUnavailable; Unavailable when too many wait already, or it has waited for too long
   */
  abstract run(
    target: Target,
    statement: string,
    party: string,
    limits: StatementLimits,
    signal: AbortSignal,
  ): Promise<StatementOutcome>;
}
