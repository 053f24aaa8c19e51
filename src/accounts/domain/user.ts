import type { Name } from './login-name.js';

export type UserStatus = 'active' | 'disabled';

export interface UserState {
  readonly id: number;
  readonly username: string;
  readonly usernameKey: string;
  readonly email: string;
  readonly emailKey: string;
  readonly emailVerifiedAt: Date | null;
  readonly status: UserStatus;
  readonly isSystemAdmin: boolean;
  readonly provisionedBy: number | null;
  readonly passwordHash: string | null;
  readonly passwordChangedAt: Date | null;
  readonly trustEpoch: number;
  readonly trustEndedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A person with an account. Immutable: each transition answers a new value. */
export class User implements UserState {
  declare readonly id: number;
  declare readonly username: string;
  declare readonly usernameKey: string;
  declare readonly email: string;
  declare readonly emailKey: string;
  declare readonly emailVerifiedAt: Date | null;
  declare readonly status: UserStatus;
  declare readonly isSystemAdmin: boolean;
  /** The organization whose directory made the account; `null` for all others. */
  declare readonly provisionedBy: number | null;
  /** `null` for an account that never had a password (SSO, provisioned). */
  declare readonly passwordHash: string | null;
  declare readonly passwordChangedAt: Date | null;
  /** Rises with every change of credentials or status; trust and logins in flight that saw an older value are void. */
  declare readonly trustEpoch: number;
  /** When the epoch last rose; `null` while it never has. */
  declare readonly trustEndedAt: Date | null;
  declare readonly createdAt: Date;
  declare readonly updatedAt: Date;

  private constructor(state: UserState) {
    Object.assign(this, state);
  }

  /** As it was stored. */
  static restore(state: UserState): User {
    return new User(state);
  }

  static register(input: {
    id: number;
    username: Name;
    email: Name;
    isSystemAdmin: boolean;
    passwordHash: string | null;
    isEmailVerified?: boolean;
    provisionedBy?: number;
    at: Date;
  }): User {
    const { id, username, email, isSystemAdmin, passwordHash, isEmailVerified = false, at } = input;
    const { provisionedBy = null } = input;
    return new User({
      id,
      username: username.text,
      usernameKey: username.key,
      email: email.text,
      emailKey: email.key,
      emailVerifiedAt: isEmailVerified ? at : null,
      status: 'active',
      isSystemAdmin,
      provisionedBy,
      passwordHash,
      passwordChangedAt: passwordHash === null ? null : at,
      trustEpoch: 1,
      trustEndedAt: null,
      createdAt: at,
      updatedAt: at,
    });
  }

  get isActive(): boolean {
    return this.status === 'active';
  }

  changePassword(passwordHash: string, at: Date): User {
    return this.endTrust({ passwordHash, passwordChangedAt: at }, at);
  }

  /**
   * Whoever uses a link that was mailed to the address reads its mail. The first one to do so with an account that a directory made
   * is its owner from then on: the password may be known to whoever keeps that directory.
   */
  verifyEmail(at: Date): User {
    if (this.provisionedBy !== null && this.emailVerifiedAt === null)
      return this.endTrust({ emailVerifiedAt: at, passwordHash: null }, at);
    return new User({ ...this, emailVerifiedAt: this.emailVerifiedAt ?? at, updatedAt: at });
  }

  /** `null` keeps what there is. A username that was the address goes with it. */
  rename({ username, email }: { username: Name | null; email: Name | null }, at: Date): User {
    const address = email ?? { text: this.email, key: this.emailKey };
    const followed = this.usernameKey === this.emailKey ? address : { text: this.username, key: this.usernameKey };
    const name = username ?? followed;
    if (name.text === this.username && address.text === this.email) return this;
    const names = { username: name.text, usernameKey: name.key, email: address.text, emailKey: address.key };
    return new User({ ...this, ...names, updatedAt: at });
  }

  disable(at: Date): User {
    if (!this.isActive) return this;
    return this.endTrust({ status: 'disabled' }, at);
  }

  enable(at: Date): User {
    if (this.isActive) return this;
    return this.endTrust({ status: 'active' }, at);
  }

  /** A factor was added or removed; what they are, the mfa context knows. */
  changeFactors(at: Date): User {
    return this.endTrust({}, at);
  }

  /** Every change of credentials or status passes here, so that none can leave old trust standing. */
  private endTrust(change: Partial<UserState>, at: Date): User {
    return new User({ ...this, ...change, trustEpoch: this.trustEpoch + 1, trustEndedAt: at, updatedAt: at });
  }
}
