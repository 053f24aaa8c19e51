import type { Counts, UserType } from '../../domain/relation.js';
import type { Target } from './targets.js';

/** A schema as it stands at the source, before it is read. */
export interface FoundSchema {
  readonly name: string;
  readonly comment: string | null;
  /** Equal to an earlier one when nothing that is captured has changed. */
  readonly fingerprint: string;
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
  /** Names of relations that somebody held locked: they are there, and could not be read. */
  readonly locked: readonly string[];
}

/** Takes in what a source gives, in its order: schemas once, then each schema that is wanted. Awaited: it may slow the source. */
export interface SchemaIntake {
  /** @returns the names of those to read; the others are known already */
  found(schemas: readonly FoundSchema[]): Promise<readonly string[]>;
  relations(schema: string, batch: EncodedRelations): Promise<void>;
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
}

/**
 * Reads the catalog of a source, outside the thread that serves requests, in one read-only transaction on one connection.
 * `party` is whom a reading is for: none takes all the threads.
 */
export abstract class Introspection {
  /** Connects and asks for the version. @throws SourceFailed, EngineUnavailable, DiscoveryTimeout */
  abstract probe(target: Target, party: string, limits: ReadingLimits): Promise<Probe>;
  /**
   * @param schemaName reads this schema only; `null` for all of the user's
   * @throws SourceFailed, SchemaNotFound, DiscoveryTimeout, DiscoveryCancelled, DiscoveryInterrupted, EngineUnavailable
   */
  abstract read(
    target: Target,
    schemaName: string | null,
    party: string,
    intake: SchemaIntake,
    limits: ReadingLimits,
  ): Promise<void>;
}
