/** Something that may fail a few times for free; each further failure doubles the wait before the next attempt. */
export interface ThrottledAction {
  readonly scope: string;
  /** What is counted; stored only as a hash, because people type passwords into name fields. */
  readonly subject: string;
  readonly freeFailures: number;
  readonly firstWaitSeconds: number;
  readonly longestWaitSeconds: number;
  /** The time in which all free failures are forgiven, at a steady rate. */
  readonly forgivenInSeconds: number;
  /** False when a success must not clear the count: the holder of one account could reset it at will. */
  readonly clearedBySuccess: boolean;
  /**
   * The subject is a network. An IPv6 network is counted with the /56 and the /48 around it, each of which has four
   * times as many free failures.
   */
  readonly isNetwork?: boolean;
}

/** Counts failures, never successes, and counts them for all instances together. */
export abstract class AttemptThrottle {
  /** @returns seconds until the next attempt may be made, 0 for now */
  abstract waitSeconds(actions: readonly ThrottledAction[]): Promise<number>;
  /** The same, and no other request can settle what a success clears until the unit of work ends. */
  abstract lock(actions: readonly ThrottledAction[]): Promise<number>;
  /**
   * Records how an attempt ended. If so many failures came in before it that it should not have been made, nothing changes and the wait is
   * returned, for a failure as for a success. Without this second look, a thousand simultaneous guesses would all count as the first; and
   * if it looked at successes only, the odd answer out would be the right password. Call it inside the unit of work that grants what the
   * attempt was for.
   */
  abstract settle(actions: readonly ThrottledAction[], outcome: 'success' | 'failure'): Promise<number>;
}
