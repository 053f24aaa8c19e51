export abstract class DiscoveryTerms {
  /** After that long a discovery is given up, waiting for its turn included. */
  abstract readonly timeoutMs: number;
}
