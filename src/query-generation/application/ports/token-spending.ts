/** Whose tokens are counted. */
export interface Spender {
  readonly kind: 'person' | 'organization';
  readonly id: number;
}

export interface LimitedSpender extends Spender {
  /** For the day. */
  readonly limit: number;
}

/** Tokens of the language model that were spent in a day, over all instances. */
export abstract class TokenSpending {
  /**
   * Adds tokens for each spender who has some left. Concurrent calls see what the calls before them added.
   * @param day as in ISO 8601, of UTC
   * @param spenders always in the same order, because others lock the same rows
   * @returns those who had none left: the unit of work must not go on
   */
  abstract reserve(day: string, spenders: readonly LimitedSpender[], tokens: number): Promise<readonly LimitedSpender[]>;
  /** Adds what was spent beyond the reservation, or gives back the rest. @param spenders in the order of `reserve` */
  abstract settle(day: string, spenders: readonly Spender[], difference: number): Promise<void>;
  abstract purge(before: string): Promise<void>;
}
