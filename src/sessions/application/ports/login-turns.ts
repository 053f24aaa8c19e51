import type { Party, Familiarity } from '../../../shared/fair-queue.js';

/** Bounds how many logins are judged at once. A login whose client hangs up while it waits is given up. */
export abstract class LoginTurns {
  /**
   * For the few short reads that recognise the caller, before it is known how long a login waits. @throws Unavailable
   */
  abstract look<T>(network: string, work: () => Promise<T>): Promise<T>;
  /** @throws Unavailable when the queue of the party is full */
  abstract take<T>(who: { readonly party: Party; readonly familiarity: Familiarity }, work: () => Promise<T>): Promise<T>;
}
