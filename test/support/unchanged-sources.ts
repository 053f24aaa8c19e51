import { WatchDataSources } from '../../src/data-sources/application/watch-data-sources.js';

/** Data sources that nobody changes. */
export const UNCHANGED = new WatchDataSources({ watch: async () => undefined });
