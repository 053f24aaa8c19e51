import { EngineUnavailable } from '../../../engines/catalog-reader/source-fault.js';
import type { Cell, Column, FailureCause, RefusedText } from '../../domain/statement-outcome.js';
import type { JudgedQuery } from '../../application/ports/querying.js';
import type { Target } from '../../../engines/catalog-reader/target.js';
import type { QueryEnd } from './query-protocol.js';
import type { ReadingFault } from '../../../engines/catalog-reader/source-reader.js';

/** Runs statements at one engine, in a worker thread or in a process of its own. */
export interface StatementEngine {
  /**
   * A connection for a statement, in a transaction or of a file that is read-only, with every limit set.
   *
   * @param timeoutMs of the statement
   * @param stop once aborted nothing is opened any more, and what was being opened is let go
   */
  open(target: Target, timeoutMs: number, stop: AbortSignal): Promise<OpenConnection>;
  /** What an error means that is not a `StatementRefused`; `undefined` for a mistake of our own. */
  faultOf(error: unknown): ReadingFault | undefined;
}

export interface ServerEngine extends StatementEngine {
  open(target: Target, timeoutMs: number, stop: AbortSignal): Promise<ServerConnection>;
  /** Whether it could not be opened because the server has none left. */
  isFull(error: unknown): boolean;
}

/** As many as requested. */
export interface TakenRows {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  readonly isTruncated: boolean;
}

export interface OpenConnection {
  /**
   * Estimates the cost of a statement before it runs, if the engine can do that. It may have to count rows, which takes time.
   * @throws StatementRefused when it costs more, and what `faultOf` translates
   */
  price?(query: JudgedQuery, mostCost: number): Promise<void>;
  /** Once in a transaction. @throws StatementRefused, and what `faultOf` translates */
  run(query: JudgedQuery, maxRows: number): Promise<TakenRows>;
  /** Ends statement, transaction and connection; never throws, and may be called while the statement runs. */
  close(): Promise<void>;
}

/** A connection that runs one statement after the other, each in a transaction of its own. */
export interface ServerConnection extends OpenConnection {
  /** Of several that a name leads to, that one. */
  readonly address: string;
  /** As far as is known here. */
  readonly isAlive: boolean;
  /**
   * Takes back all that the statement can have left: transaction, settings, role, locks, tables, cursors, prepared statements.
   * @returns whether it did, and the connection can rest; else it has to be closed. Never throws
   */
  undone(): Promise<boolean>;
  /** Begins as after `open`. If it fails, nothing of a statement was sent, and the connection has to be closed. */
  beginAgain(timeoutMs: number, stop: AbortSignal): Promise<void>;
}

/** The most that a connection that rests may take for what others answer in milliseconds. */
export const AGAIN_MS = 2_000;

/** It needs more memory than a statement may have. */
export class OutOfMemory extends Error {}

const LONGEST_REASON = 500;

/** The source refused the statement or failed while running it; the message is the source's. */
export class StatementRefused extends Error {
  /** On a single line, clipped. */
  readonly reason: string;

  /** @param failure what may be said of it where the words must not be repeated */
  constructor(
    words: string,
    readonly failure: FailureCause = 'other',
    readonly text: RefusedText | null = null,
  ) {
    super('The source refused the statement.');
    const line = words
      .slice(0, 4 * LONGEST_REASON)
      .replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .trim();
    this.reason = Array.from(line).length > LONGEST_REASON ? clipped(line) : line;
  }
}

const TOO_LARGE = 'Part of the result is too large to read. Select less.';
export const TOO_MUCH: QueryEnd = { kind: 'refused', reason: TOO_LARGE, cause: 'too_large' };
/** Of a statement that was only prepared. */
export const NOTHING_RUN: TakenRows = { columns: [], rows: [], isTruncated: false };

export const NO_ROWS = 'The statement is not a query: it returns no rows.';
export const UNNAMED_TABLE = 'The statement reads a table that it does not name.';
export const ONE_STATEMENT = 'There is more than one statement.';

function clipped(line: string): string {
  return `${Array.from(line)
    .slice(0, LONGEST_REASON - 1)
    .join('')}…`;
}

/** @param running a statement, which has just begun */
export async function rowsOf(running: Promise<TakenRows>): Promise<QueryEnd> {
  const began = performance.now();
  const taken = await running;
  return { kind: 'rows', result: { ...taken, durationMs: Math.round(performance.now() - began) } };
}

/** @param isOpen whether the connection was open when it failed */
export function endOf(error: unknown, engine: StatementEngine, isOpen: boolean): QueryEnd {
  if (error instanceof OutOfMemory) return { kind: 'out_of_memory' };
  if (error instanceof StatementRefused) {
    const { reason, failure: cause, text } = error;
    return { kind: 'refused', reason, cause, ...(text !== null && { text }) };
  }
  if (error instanceof EngineUnavailable) return { kind: 'fault', fault: 'ENGINE_UNAVAILABLE' };
  const fault = engine.faultOf(error);
  // Before the statement the server sends too much; after it the result is too large.
  if (fault === 'TOO_LARGE' && isOpen) return TOO_MUCH;
  if (fault !== undefined) return { kind: 'fault', fault };
  return { kind: 'unknown', stack: error instanceof Error ? (error.stack ?? error.message) : 'no error' };
}
