import type { FoundSchema } from '../../application/ports/introspection.js';
import type { Target } from '../../application/ports/targets.js';
import type { SourceFault } from '../../domain/data-source.errors.js';
import type { Relation, UserType } from '../../domain/relation.js';

/** How one engine is read. Runs in a worker thread; what it throws is translated by `faultOf` of the same engine. */
export interface SourceReader {
  /**
   * Opens the one connection and its one read-only transaction, with every timeout set.
   *
   * @param stop once aborted nothing is opened any more, and what was being opened is let go
   */
  open(target: Target, timeoutMs: number, stop?: AbortSignal): Promise<OpenSource>;
  /** What a client is told of an error of this driver; `undefined` for one that is our own mistake. */
  faultOf(error: unknown): ReadingFault | undefined;
}

export type ReadingFault = SourceFault | 'TIMEOUT';

/** Reports a relation that somebody at the source locks for longer than a reading waits. */
export type LockedRelation = (name: string) => void;

export interface OpenSource {
  readonly serverVersion: string;
  /** The user's schemas in the order of their names, system schemas left out; with a name only that one, when it is there. */
  schemas(name: string | null): Promise<readonly FoundSchema[]>;
  types(schema: string): Promise<readonly UserType[]>;
  /**
   * Whole relations of the schema, ordered by name, in batches of bounded size.
   * @param onLocked is told of those that are left out
   */
  relations(schema: string, onLocked?: LockedRelation): AsyncIterable<readonly Relation[]>;
  /** Ends transaction and connection; never throws, and may be called while a statement runs (it is cancelled at the source). */
  close(): Promise<void>;
}
