/** Second factors of an account; the mfa context carries it out. */
export abstract class SecondFactors {
  /** Removes all of them and nothing else, of an account that is being claimed. Joins the caller's unit of work. */
  abstract discard(userId: number): Promise<void>;
}
