import type { Target } from '../../../engines/catalog-reader/target.js';

/** Connections to data sources that wait for the next statement. */
export abstract class RestingConnections {
  /** Closes those that lead there: the server may have no connection left for what has to be read. */
  abstract closeAt(target: Target): Promise<void>;
}
