import type { AccountFacts } from '../../domain/placement.js';

/** Accounts of people who become members by other ways than a directory; the accounts context answers. */
export abstract class EnteringPeople {
  /** Locks the account. */
  abstract lock(userId: number): Promise<AccountFacts | null>;
}
