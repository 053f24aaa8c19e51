import type { Counts } from './relation.js';
import type { UserType } from './user-type.js';
import type { SourceFacts } from './source-facts.js';

/** A schema as it stands at the source, before it is read. */
export interface FoundSchema {
  readonly name: string;
  readonly comment: string | null;
  /** Equal to an earlier one when nothing that is captured has changed. */
  readonly fingerprint: string;
  /** The engine's own number of it, which outlives renames; `null` where there is none. */
  readonly engineId: string | null;
}

/** Relations of one schema, encoded for the cache by the thread that read them, so that this one need not touch them. */
export interface EncodedRelations {
  readonly arrays: readonly string[];
  readonly count: number;
}

export interface ReadSchema {
  readonly counts: Counts;
  readonly types: readonly UserType[];
  readonly durationMs: number;
  /** Names of relations that exist, but were locked and could not be read. */
  readonly locked: readonly string[];
}

/** How many rows relations have, by the statistics of the engine. */
export type RowEstimates = readonly (readonly [relation: string, rows: number | null])[];

/** Takes in what a source gives, in its order: schemas once, then each schema that is wanted. Awaited: it may slow the source. */
export interface SchemaIntake {
  /** @returns the names of those to read; the others are known already */
  found(schemas: readonly FoundSchema[], facts: SourceFacts | null): Promise<readonly string[]>;
  relations(schema: string, batch: EncodedRelations): Promise<void>;
  /** Of a schema that is known already: statistics change and its fingerprint does not. */
  estimates(schema: string, estimates: RowEstimates): Promise<void>;
  read(schema: string, result: ReadSchema): Promise<void>;
}

export interface ReadingLimits {
  /** Cancels at once: no transaction and no lock is left at the source. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

export interface Probe {
  readonly serverVersion: string;
  readonly latencyMs: number;
  /** Whether the account may do more than read, as far as a server tells. */
  readonly mayWrite: boolean;
}
