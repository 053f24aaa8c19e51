import type { Target } from '../../../engines/catalog-reader/target.js';

/** Connections to data sources that wait for the next statement. */
export abstract class RestingConnections {
  /** Closes those to this server, which may have no other connection left for the reading that follows. */
  abstract closeAt(target: Target): Promise<void>;
}
