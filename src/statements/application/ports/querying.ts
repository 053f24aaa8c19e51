import type { StatementOutcome } from '../../domain/statement-outcome.js';
import type { Engine } from '../../../engines/catalog-reader/engine.js';
import type { Target } from '../../../engines/catalog-reader/target.js';

/** The person, organization and source of a statement, so that none of them takes all the places. */
export interface Asker {
  readonly organizationId: number;
  readonly dataSourceId: number;
  readonly userId: number;
}

/** A place of a person in which statements run, one after the other. */
export interface Turn {
  readonly asker: Asker;
  /** How long it was waited for; 0 for a place that was free. */
  readonly waitedMs: number;
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
  /** Missing if it reads nothing hidden: then the engine may use all its statistics. */
  readonly restricted?: { readonly pricing: Pricing | null } | null;
}

/** Of a product that reads what is hidden in part: its own plan would tell of that. */
interface Pricing {
  /** Is planned and never run. Its parameters are the numbers that `counting` answers, in one row. */
  readonly statement: string;
  readonly counting: string;
  /** For the parameters of `counting`. */
  readonly values: JudgedQuery['values'];
}

export interface StatementLimits {
  /** Rows that are given back at most. With 0 the statement is only prepared, and not run. */
  readonly maxRows: number;
  /** From when it has a thread to when its last row is here. */
  readonly timeoutMs: number;
  /** Nothing ties some of its relations to each other: where the engine can tell, it is asked first what that costs. */
  readonly isProduct: boolean;
}

export interface Sending {
  /**
   * Is asked when the connection stands, again when the price of a product is known, and before the statement goes out: opening and
   * counting may take long, and what was judged before may hold no longer. What it throws is thrown, and nothing more is sent.
   */
  readonly admit: () => Promise<void>;
  /** Ends it at the source. */
  readonly signal: AbortSignal;
}

/**
 * Runs one statement at a source, outside the thread that serves requests. Nothing else uses the connection at that time, and nothing of
 * earlier statements is left in it. That the statement only reads was judged before, but nothing relies on that here: transactions and
 * files are read-only, and one statement, time, memory, rows and bytes are limited.
 */
export abstract class Querying {
  /** Whether a place is free for them now. */
  abstract isFree(asker: Asker): boolean;

  /**
   * Waits for a place, and keeps it for the work: decide there what is to be run, because much may change in a line.
   * @param signal ends the waiting
   * @throws what the work throws; Unavailable, which says whose share is taken, when too many wait or it has waited for too long; an
   *   `AbortError` when the signal ends the waiting
   */
  abstract inTurn<T>(asker: Asker, engine: Engine, signal: AbortSignal, work: (turn: Turn) => Promise<T>): Promise<T>;

  /** Closes connections that wait there for the next statement. */
  abstract closeAt(target: Target): Promise<void>;

  /** @throws what `admit` throws, SourceFailed, EngineUnavailable */
  abstract run(target: Target, query: JudgedQuery, turn: Turn, limits: StatementLimits, sending: Sending): Promise<StatementOutcome>;
}
