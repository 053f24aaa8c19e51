/** Whoever accepts an invitation. */
export interface Guest {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly emailKey: string;
}

/** The accounts of people; the accounts context answers. */
export abstract class Accounts {
  /** Whose address it is, `null` for nobody's. @throws ValidationFailed when it is no address */
  abstract byEmail(input: string): Promise<{
    readonly email: { readonly text: string; readonly key: string };
    readonly userId: number | null;
  }>;
  /** `null` when there is no active account. */
  abstract find(userId: number): Promise<{ readonly isSystemAdmin: boolean } | null>;
  /** Locks the account until the unit of work ends; `null` when there is no active account. */
  abstract lock(userId: number): Promise<Guest | null>;
  /** He has the token that was mailed to his address: of an account that a directory made he is the owner from now on. */
  abstract confirmAddress(owner: { readonly userId: number; readonly sessionId: number }): Promise<void>;
  /**
   * Judges and hashes the password, which takes its time.
   * @returns what makes the account, with its address verified, in the caller's unit of work; it may throw a CONFLICT
   * @throws ValidationFailed
   */
  abstract prepare(input: {
    readonly username: string;
    readonly password: string;
    readonly email: string;
    readonly organizationName: string;
  }): Promise<() => Promise<Guest>>;
}
