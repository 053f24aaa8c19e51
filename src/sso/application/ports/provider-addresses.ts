import type { Sentence } from '../../../shared/sentence.js';
export abstract class ProviderAddresses {
  /**
   * What is wrong with an address that this service itself will ask; `null`: nothing so far. A sentence for a person.
   */
  abstract faultToAsk(url: string): Sentence | null;
  /** The same for an address that only browsers go to. */
  abstract faultToVisit(url: string): Sentence | null;
}
