import type { Pool } from 'pg';
import type { Transaction } from './transaction.js';

/** What is written with the commits of a piece of work, for readers who must know which of them happened. */
export interface Witness<T> {
  /** With the first commit that is not the last one. */
  readonly mark: () => Promise<void>;
  /** With the last commit. @param isChanging whether it contains anything else */
  readonly close: (outcome: T, isChanging: boolean) => Promise<void>;
}

/** Work whose last commit waits for its outcome. */
export interface Closing {
  readonly session: object;
  readonly outer: Scope | undefined;
  readonly mark: () => Promise<void>;
  /** Whether a commit has had the mark; one is enough. */
  isMarked: boolean;
  /** The unit of work that is complete and not committed yet. */
  waiting: Open | null;
  /** Ends when that is committed early, because something followed it after all. */
  passing: Promise<void>;
  isOver: boolean;
}

/** An open transaction. */
export interface Open {
  readonly session: object;
  /** The transaction in which this one was begun. */
  readonly outer: Scope | undefined;
  readonly transaction: Transaction;
  /** For units of work that fail together: the failure of the first. */
  readonly common: { failure?: { readonly error: unknown } } | null;
  /** What is written right before the commit, by its writer. */
  readonly deferred: Map<unknown, Deferred>;
}

/** Statements go to another server, which only reads. */
interface Elsewhere {
  readonly session: object;
  readonly outer: Scope | undefined;
  readonly replica: Pool;
}

/** The connection or transaction that a statement is sent in. */
export type Scope = Open | Closing | Elsewhere;

interface Deferred {
  readonly rows: unknown[];
  readonly write: () => Promise<void>;
}
