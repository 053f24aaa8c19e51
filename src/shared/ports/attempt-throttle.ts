/** Something that may fail a few times in a row for free; each further failure doubles the wait before the next try. */
export interface ThrottledAction {
  readonly scope: string;
  /** Whom or what is counted; stored only as a hash, for people type passwords into name fields. */
  readonly subject: string;
  readonly freeFailures: number;
  readonly firstWaitSeconds: number;
  readonly longestWaitSeconds: number;
  /** Failures older than this no longer count. */
  readonly forgetAfterSeconds: number;
  /** False where a success must not wipe the count: whoever has one account could reset it at will. */
  readonly clearedBySuccess: boolean;
}

/** Counts failures, never successes, and counts them for all instances together. */
export abstract class AttemptThrottle {
  /** @returns seconds until the next try may be made, 0 for now */
  abstract waitSeconds(actions: readonly ThrottledAction[]): Promise<number>;
  /** @returns the wait that this failure brought about, 0 while it was free */
  abstract recordFailure(actions: readonly ThrottledAction[]): Promise<number>;
  /**
   * Forgets the failures that a success clears, unless so many came in meanwhile that the try should not have been made: then nothing is
   * forgotten and the wait is returned. Without this second look a thousand guesses sent at once would all count as the first.
   * Call it inside the unit of work that grants what the try was for.
   */
  abstract recordSuccess(actions: readonly ThrottledAction[]): Promise<number>;
}
