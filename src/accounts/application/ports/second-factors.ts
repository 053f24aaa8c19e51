/** Second factors of an account; the mfa context implements it. */
export abstract class SecondFactors {
  /**
   * Removes all second factors, and nothing else, of an account that is being claimed. Joins the caller's unit of work.
   */
  abstract discard(userId: number): Promise<void>;
}
