/** Whose tokens are counted. */
export interface Spender {
  readonly kind: 'person' | 'organization';
  readonly id: number;
}

/** Tokens of the language model that were spent in a day, over all instances. */
export abstract class TokenSpending {
  /**
   * Adds tokens if some are left. Concurrent calls see what the calls before them added.
   * @param day as in ISO 8601, of UTC
   * @param limit of the day
   */
  abstract reserve(day: string, spender: Spender, tokens: number, limit: number): Promise<boolean>;
  /** Adds what was spent beyond the reservation, or gives back the rest. */
  abstract settle(day: string, spender: Spender, difference: number): Promise<void>;
  abstract purge(before: string): Promise<void>;
}
