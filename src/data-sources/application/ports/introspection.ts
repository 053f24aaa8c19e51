import type { Probe, ReadingLimits, SchemaIntake } from '../../../engines/catalog-reader/reading.js';
import type { Target } from '../../../engines/catalog-reader/target.js';

/**
 * Reads the catalog of a source, outside the thread that serves requests, in one read-only transaction on one connection.
 * `party` is the one that a reading is for; no party may take all the threads.
 */
export abstract class Introspection {
  /**
   * Connects and asks for the version. Probes of one party at one target share the answer of the one that runs: a silent server holds up
   * nobody but those who ask for it.
   * @param timeoutMs from when it begins, which may be after others
   * @throws SourceFailed, EngineUnavailable, DiscoveryTimeout; Unavailable when it does not get to begin
   */
  abstract probe(target: Target, party: string, timeoutMs: number): Promise<Probe>;
  /**
   * @param schemaName reads this schema only; `null` for all of the user's
   * @throws SourceFailed, SchemaNotFound, DiscoveryTimeout, DiscoveryCancelled, DiscoveryInterrupted, EngineUnavailable
   */
  abstract read(target: Target, schemaName: string | null, party: string, intake: SchemaIntake, limits: ReadingLimits): Promise<void>;
}
