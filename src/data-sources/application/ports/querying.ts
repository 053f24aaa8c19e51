import type { StatementOutcome } from '../../domain/statement-outcome.js';
import type { Target } from './targets.js';

/** The person, organization and source of a statement, so that none of them takes all the places. */
export interface Asker {
  readonly organizationId: number;
  readonly dataSourceId: number;
  readonly userId: number;
}

/** A statement that was judged to be harmless. */
export interface JudgedQuery {
  readonly statement: string;
  /** For its parameters, in their order. Where an engine has none that serve: for what it calls by their numbers. */
  readonly values: readonly (string | number | boolean)[];
  /** All that it names, as it was judged: what it reads besides is not run, where the engine can tell. */
  readonly reads: readonly { readonly schema: string; readonly name: string }[];
  /** A part of what it reads is hidden by policies, and it could tell of that: where the engine can, it does not plan by what it has counted. */
  readonly isFenced: boolean;
}

export interface StatementLimits {
  /** Rows that are given back at most. */
  readonly maxRows: number;
  /** From when it has a thread to when its last row is here. */
  readonly timeoutMs: number;
  /** Nothing ties some of its relations to each other: where the engine can tell, it is asked first what that costs. */
  readonly isProduct: boolean;
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
    query: JudgedQuery,
    asker: Asker,
    limits: StatementLimits,
    signal: AbortSignal,
  ): Promise<StatementOutcome>;
}
