import type { Pool } from 'pg';
import type { Transaction } from './transaction.js';
import type { TypeOrmSession } from './typeorm-session.js';

/** What is written with the commits of a piece of work, by who has to know which of them happened. */
export interface Witness<T> {
  /** With each commit that is not the last one. */
  readonly mark: () => Promise<void>;
  /** With the last commit. @param isChanging whether there is anything else in it */
  readonly close: (outcome: T, isChanging: boolean) => Promise<void>;
}

/** Work whose last commit waits for its outcome. */
export interface Closing {
  readonly session: TypeOrmSession;
  readonly outer: Scope | undefined;
  readonly mark: () => Promise<void>;
  /** The unit of work that is done and not committed yet. */
  waiting: Open | null;
  /** Ends when that is committed before the end after all, as something followed it. */
  passing: Promise<void>;
  isOver: boolean;
}

/** An open transaction. */
export interface Open {
  readonly session: TypeOrmSession;
  /** What this one was begun in. */
  readonly outer: Scope | undefined;
  readonly transaction: Transaction;
  /** Of units of work that fail together: what the first of them failed with. */
  readonly common: { failure?: { readonly error: unknown } } | null;
  /** What is written right before the commit, by who writes it. */
  readonly deferred: Map<unknown, Deferred>;
}

/** Statements go to another server, which only reads. */
interface Elsewhere {
  readonly session: TypeOrmSession;
  readonly outer: Scope | undefined;
  readonly replica: Pool;
}

/** What a statement is sent in. */
export type Scope = Open | Closing | Elsewhere;

interface Deferred {
  readonly rows: unknown[];
  readonly write: () => Promise<void>;
}
