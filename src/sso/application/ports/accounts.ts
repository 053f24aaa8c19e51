/** An account, as linking has to know it. */
export interface LockedAccount {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly emailKey: string;
  readonly isActive: boolean;
  readonly isSystemAdmin: boolean;
  readonly isEmailVerified: boolean;
  readonly hasPassword: boolean;
  readonly provisionedBy: number | null;
  readonly trustEpoch: number;
}

export interface Address {
  readonly text: string;
  /** What addresses are compared by. */
  readonly key: string;
}

/** Accounts; the accounts context answers. */
export abstract class Accounts {
  /** @returns `null` when it is no address */
  abstract addressOf(text: string): Address | null;
  /** Locks the account until the unit of work ends. */
  abstract lock(userId: number): Promise<LockedAccount | null>;
  /** Nobody changes it until the unit of work ends; others may hold it too. */
  abstract hold(userId: number): Promise<void>;
  abstract lockByEmail(emailKey: string): Promise<LockedAccount | null>;
  /**
   * Whoever links the account has shown that it is theirs: what others have set on an unclaimed account ends. Joins the unit of work, in
   * which the account is locked. @param input.keep the session that brought the proof @returns the trust epoch from now on
   */
  abstract claim(input: { userId: number; keep: number | null }): Promise<number | null>;
  /** Joins the unit of work. @returns the id of the new account @throws Raced when somebody was faster */
  abstract register(email: Address, organizationId: number): Promise<number>;
  /** The account when it is active and the password its own, at one price either way. @throws Unavailable */
  abstract verifyPassword(userId: number, password: string): Promise<{ readonly trustEpoch: number } | null>;
}
