/** Second factors of an account; the mfa context carries it out. */
export abstract class SecondFactors {
  /** Removes all of them, which ends all sessions and device trust and is mailed to the owner. Joins the caller's unit of work. */
  abstract reset(userId: number, actorUserId: number): Promise<void>;
  /** Removes all of them and nothing else, of an account that is being claimed. Joins the caller's unit of work. */
  abstract discard(userId: number): Promise<void>;
}
