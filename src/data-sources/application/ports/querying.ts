import type { StatementOutcome } from '../../domain/statement-outcome.js';
import type { Target } from './targets.js';

/** For whom a statement runs, and where, so that no party takes all the places. */
export interface Asker {
  readonly organizationId: number;
  readonly dataSourceId: number;
  readonly userId: number;
}

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
   * @param signal ends it at the source
   * @throws SourceFailed, EngineUnavailable; Unavailable, which says whose share is taken, when too many wait or it has waited for too long
   */
  abstract run(
    target: Target,
    statement: string,
    asker: Asker,
    limits: StatementLimits,
    signal: AbortSignal,
  ): Promise<StatementOutcome>;
}
