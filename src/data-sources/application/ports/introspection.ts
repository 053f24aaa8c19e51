import type { Probe, ReadingLimits, SchemaIntake } from '../../../engines/catalog-reader/reading.js';
import type { Target } from '../../../engines/catalog-reader/target.js';

/**
 * Reads the catalog of a source, outside the thread that serves requests, in one read-only transaction on one connection.
 * `party` is the one that a reading is for; no party may take all the threads.
 */
export abstract class Introspection {
  /** Connects and asks for the version. @throws SourceFailed, EngineUnavailable, DiscoveryTimeout */
  abstract probe(target: Target, party: string, limits: ReadingLimits): Promise<Probe>;
  /**
   * @param schemaName reads this schema only; `null` for all of the user's
   * @throws SourceFailed, SchemaNotFound, DiscoveryTimeout, DiscoveryCancelled, DiscoveryInterrupted, EngineUnavailable
   */
  abstract read(target: Target, schemaName: string | null, party: string, intake: SchemaIntake, limits: ReadingLimits): Promise<void>;
}
