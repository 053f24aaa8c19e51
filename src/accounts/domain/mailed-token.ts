import type { User } from './user.js';

export type TokenPurpose = 'password_reset' | 'email_verification' | 'address_change';

interface MailedTokenState {
  readonly userId: number;
  readonly purpose: TokenPurpose;
  /** The request that it answers: each request is answered with one mail, however often its job runs. */
  readonly requestId: string;
  readonly tokenHash: Uint8Array;
  /** Of the account when the token was made. */
  readonly emailKey: string;
  /** The address that the account is to have, if it is to have another. */
  readonly newEmail: string | null;
  readonly trustEpoch: number | null;
  readonly expiresAt: Date;
}

const RESET_MS = 30 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * A token that was mailed to a person, and by which they prove that they read the mail of an address: that of the account, or the one that
 * it is to have. It is good once, while the account has the address that it had.
 */
export class MailedToken implements MailedTokenState {
  declare readonly userId: number;
  declare readonly purpose: TokenPurpose;
  declare readonly requestId: string;
  declare readonly tokenHash: Uint8Array;
  declare readonly emailKey: string;
  declare readonly newEmail: string | null;
  /** `null`: the token outlives a change of credentials. */
  declare readonly trustEpoch: number | null;
  declare readonly expiresAt: Date;

  private constructor(state: MailedTokenState) {
    Object.assign(this, state);
  }

  /** Half an hour for a person who has forgotten their password, a day for one who never had a password. */
  static forPassword(user: User, input: { requestId: string; tokenHash: Uint8Array }, at: Date): MailedToken {
    const { id: userId, emailKey, trustEpoch } = user;
    const expiresAt = new Date(at.getTime() + (user.passwordHash === null ? DAY_MS : RESET_MS));
    return new MailedToken({ ...input, userId, purpose: 'password_reset', emailKey, newEmail: null, trustEpoch, expiresAt });
  }

  static forEmail(user: User, input: { requestId: string; tokenHash: Uint8Array }, at: Date): MailedToken {
    const { id: userId, emailKey } = user;
    const expiresAt = new Date(at.getTime() + DAY_MS);
    const bound = { emailKey, newEmail: null, trustEpoch: null };
    return new MailedToken({ ...input, userId, purpose: 'email_verification', ...bound, expiresAt });
  }

  /** A new password, as after a theft, voids it. */
  static forNewAddress(user: User, input: { requestId: string; tokenHash: Uint8Array; newEmail: string }, at: Date): MailedToken {
    const { id: userId, emailKey, trustEpoch } = user;
    const expiresAt = new Date(at.getTime() + HOUR_MS);
    return new MailedToken({ ...input, userId, purpose: 'address_change', emailKey, trustEpoch, expiresAt });
  }

  /** Whether the token proves anything about the account as it is now. */
  isGoodFor(user: User, at: Date): boolean {
    const isSameTrust = this.trustEpoch === null || this.trustEpoch === user.trustEpoch;
    return user.isActive && user.emailKey === this.emailKey && isSameTrust && at < this.expiresAt;
  }
}
