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
  /** Joins the unit of work. @returns the id of the new account @throws Raced when somebody was faster */
  abstract register(email: Address, organizationId: number): Promise<number>;
  /** The account when it is active and the password its own, at one price either way. @throws Unavailable */
  abstract verifyPassword(userId: number, password: string): Promise<{ readonly trustEpoch: number } | null>;
}
