import type { RefusalCount, RefusalFilter } from '../../domain/refusal.js';

export abstract class RefusalCounts {
  /** Newest minute first, including what this instance still holds in memory. */
  abstract read(filter: RefusalFilter, range: { limit: number; offset: number }): Promise<RefusalCount[]>;
  /** How many counters there are; counts no further than `most`. */
  abstract count(filter: RefusalFilter, most: number): Promise<number>;
  abstract purge(before: Date): Promise<number>;
}
