/** One discovery of a source at a time, over all instances. A process that dies gives its turn back. */
export abstract class DiscoveryTurns {
  /**
   * Waits for the turn, does the work and passes the turn on.
   * @param party who waits; no party may take all the waiting places
   * @throws Unavailable when too many wait already; the signal's reason when it ends the waiting
   */
  abstract take<T>(dataSourceId: number, party: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}
