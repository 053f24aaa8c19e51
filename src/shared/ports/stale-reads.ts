/**
 * Reads that may be some seconds old, so that a replica may answer them: lists, and what was discovered. Whoever sends the request finds
 * what they wrote themselves. Who may do what is decided outside, by what is so now.
 */
export abstract class StaleReads {
  /** @param read changes nothing, and is done again where the replica fails or finds nothing */
  abstract run<T>(read: () => Promise<T>): Promise<T>;

  /** Whoever sends the request was told of what is there now: from here on they find it. */
  abstract showAllUntilNow(): Promise<void>;
}
