/** What one cancel has changed. */
export interface Cancellation {
  /** The waits of the person who cancels; none if they did not wait. */
  readonly waits: readonly number[];
  /** The discoveries of the source that nobody waits for now. Requests their end. */
  readonly ends: readonly number[];
  /** Whether the discovery that was named goes on, because others wait for it. */
  readonly goesOn: boolean;
}

/** Who waits for which discovery, over all instances. */
export abstract class DiscoveryWaits {
  /**
   * People who wait already keep their wait; those who have cancelled get a new one.
   * @returns the id of the wait; `null` for a discovery that was cancelled, or is gone
   */
  abstract begin(discoveryId: number, userId: number): Promise<number | null>;
  /**
   * Ends the wait of one person, and requests the end of what nobody waits for any more. If one is cancelled and another
   * begun at the same time, the later one sees the earlier.
   * @returns `null` for a discovery that has ended, or never was
   */
  abstract cancel(dataSourceId: number, discoveryId: number, userId: number): Promise<Cancellation | null>;
  /** The people who wait for it. */
  abstract waiting(discoveryId: number): Promise<readonly number[]>;
}
