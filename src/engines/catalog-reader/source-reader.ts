import type { FoundSchema, RowEstimates } from './reading.js';
import type { Target } from './target.js';
import type { FileProblem, SourceFault } from './source-fault.js';
import type { Relation } from './relation.js';
import type { UserType } from './user-type.js';
import type { SourceFacts } from './source-facts.js';

/** How to read one engine. It runs in a worker thread; `faultOf` of the same engine translates what it throws. */
export interface SourceReader {
  /**
   * Opens the one connection and its one read-only transaction, with every timeout set.
   *
   * @param stop once aborted nothing is opened any more, and what was being opened is let go
   */
  open(target: Target, timeoutMs: number, stop?: AbortSignal): Promise<OpenSource>;
  /** What clients hear about an error of this driver; `undefined` for a mistake of our own. */
  faultOf(error: unknown): ReadingFault | undefined;
}

export type ReadingFault = SourceFault | FileProblem | 'TIMEOUT';

/** Reports a relation that a session at the source locks for longer than a reading waits. */
export type LockedRelation = (name: string) => void;

export interface OpenSource {
  readonly serverVersion: string;
  /** The user's schemas in the order of their names, without system schemas. With a name only that schema, if it exists. */
  schemas(name: string | null): Promise<readonly FoundSchema[]>;
  /** What the guards need to know of a server to read statements for it. */
  facts?(): Promise<SourceFacts>;
  /** The estimates for a schema that is not read again; absent if the engine has no statistics apart from the schema. */
  estimates?(schema: string): Promise<RowEstimates>;
  types(schema: string): Promise<readonly UserType[]>;
  /**
   * Whole relations of the schema, ordered by name, in batches of bounded size.
   * @param onLocked receives those that are left out
   */
  relations(schema: string, onLocked?: LockedRelation): AsyncIterable<readonly Relation[]>;
  /** Whether the account may do more than read at a server. */
  mayWrite?(): Promise<boolean>;
  /** Ends transaction and connection; never throws, and may be called while a statement runs (it is cancelled at the source). */
  close(): Promise<void>;
}
