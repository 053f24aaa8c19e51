export abstract class DiscoveryTerms {
  /** A discovery ends after this time, including the wait for its turn. */
  abstract readonly timeoutMs: number;
}
