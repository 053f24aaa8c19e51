/** One discovery of a source at a time, over all instances. A process that dies gives its turn back. */
export abstract class DiscoveryTurns {
  /**
   * Waits for the turn, does the work and passes the turn on.
   * @throws the signal's reason when it ends the waiting
   */
  abstract take<T>(dataSourceId: number, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}
