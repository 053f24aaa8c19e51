/**
 * Reads that may be some seconds old, so that a replica may answer them: lists, and what was discovered. Callers find
 * what they wrote themselves. Access decisions are made outside, on the present state.
 */
export abstract class StaleReads {
  /** @param read changes nothing, and is repeated on the primary if the replica fails or finds nothing */
  abstract run<T>(read: () => Promise<T>): Promise<T>;

  /** The caller was told about the present state, so from here on they must find it. */
  abstract showAllUntilNow(): Promise<void>;
}
