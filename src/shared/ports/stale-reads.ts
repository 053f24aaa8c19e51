/**
 * Reads that may be some seconds old, so that a replica may answer them: lists, and what was discovered. Callers find
 * what they wrote themselves. Who may do what is decided outside, by what is so now.
 */
export abstract class StaleReads {
  /** @param read changes nothing, and is done again where the replica fails or finds nothing */
  abstract run<T>(read: () => Promise<T>): Promise<T>;

  /** The caller was told of what is there now, so from here on they must find it. */
  abstract showAllUntilNow(): Promise<void>;
}
