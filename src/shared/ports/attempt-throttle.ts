/** Something that may fail a few times for free; each further failure doubles the wait before the next try. */
export interface ThrottledAction {
  readonly scope: string;
  /** What is counted; stored only as a hash, because people type passwords into name fields. */
  readonly subject: string;
  readonly freeFailures: number;
  readonly firstWaitSeconds: number;
  readonly longestWaitSeconds: number;
  /** In this time all free failures are forgiven, a steady share at a time. */
  readonly forgivenInSeconds: number;
  /** False where a success must not clear the count: the holder of one account could reset it at will. */
  readonly clearedBySuccess: boolean;
  /** The subject is a network. One of IPv6 is counted with the /56 and the /48 around it, each of which has four times as much free. */
  readonly isNetwork?: boolean;
}

/** Counts failures, never successes, and counts them for all instances together. */
export abstract class AttemptThrottle {
  /** @returns seconds until the next try may be made, 0 for now */
  abstract waitSeconds(actions: readonly ThrottledAction[]): Promise<number>;
  /** The same, and no other request can settle what a success clears until the unit of work ends. */
  abstract lock(actions: readonly ThrottledAction[]): Promise<number>;
  /**
   * Records how a try ended, unless so many failures came in meanwhile that it should not have been made: then nothing
   * changes and the wait is returned, for a failure as for a success. Without this second look a thousand guesses sent at
   * once would all count as the first; and if it looked at successes only, the odd answer out would be the right password.
   * Call it inside the unit of work that grants what the try was for.
   */
  abstract settle(actions: readonly ThrottledAction[], outcome: 'success' | 'failure'): Promise<number>;
}
