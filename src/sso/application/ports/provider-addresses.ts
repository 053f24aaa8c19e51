export abstract class ProviderAddresses {
  /** What can be said against an address that this service itself will ask; `null`: nothing so far. A sentence for a person. */
  abstract faultToAsk(url: string): string | null;
  /** The same of one that only browsers go to. */
  abstract faultToVisit(url: string): string | null;
}
