import type { MessagePort } from 'node:worker_threads';
import type { JudgedQuery } from '../../application/ports/querying.js';
import type { FileTarget, ServerTarget } from '../../../engines/catalog-reader/target.js';
import type { FailureCause, RefusedText, StatementResult } from '../../domain/statement-outcome.js';
import type { ReadingFault } from '../../../engines/catalog-reader/source-reader.js';

/** What a thread is asked to do. The password travels with the target and ends there; the port only brings the order to stop. */
export interface QueryTask extends JudgedQuery {
  readonly target: ServerTarget;
  readonly maxRows: number;
  readonly timeoutMs: number;
  /** What the statement may cost by the estimate of the engine; `null` if the engine need not estimate. */
  readonly mostCost: number | null;
  readonly port: MessagePort;
  readonly keeping: Keeping;
}

/** Which connection a statement may run on that was opened for another, and whether its own may be kept. */
interface Keeping {
  /** Of all that it is opened with, and for whom. A connection with another key is closed. */
  readonly key: string;
  readonly isWanted: boolean;
  /** Since its login. */
  readonly oldestMs: number;
}

/** `close`: what it keeps. `end`: that, and itself. */
export type Order = { readonly kind: 'run'; readonly task: QueryTask } | { readonly kind: 'close' } | { readonly kind: 'end' };

export interface Report {
  /** Of the statement; `null` after `close`. */
  readonly end: QueryEnd | null;
  /** Whether it keeps a connection. */
  readonly isKept: boolean;
}

/** What a process is asked to do. */
export type FileTask = Omit<QueryTask, 'port' | 'target' | 'keeping'> & { readonly target: FileTarget };

/** How it ended. An error crosses threads as its meaning, because its class and cause would be lost. */
export type QueryEnd =
  | { readonly kind: 'rows'; readonly result: StatementResult }
  | {
      readonly kind: 'refused';
      readonly reason: string;
      readonly cause: FailureCause;
      readonly text?: RefusedText | null;
    }
  | { readonly kind: 'out_of_memory' }
  | {
      readonly kind: 'fault';
      readonly fault: ReadingFault | 'ENGINE_UNAVAILABLE' | 'STOPPED' | 'KILLED';
      /** The server has no connection left. */
      readonly isFull?: boolean;
    }
  | { readonly kind: 'unknown'; readonly stack: string };

/** Bytes of JSON: `RowIntake` takes a MiB, of which JSON writes a byte as six at most, and a number as 25 where 8 are counted. */
export const LARGEST_END = 8 * 1024 ** 2;
