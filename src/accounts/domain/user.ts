import { lookOf } from '../../shared/look-of-name.js';
import type { PermissionGrant } from '../../shared/permission.js';
import { type Name, displayNameState } from './login-name.js';

const WEEK_MS = 7 * 86_400_000;

export const USER_STATUSES = ['active', 'disabled'] as const;

export type UserStatus = (typeof USER_STATUSES)[number];

export interface UserState {
  readonly id: number;
  readonly username: string;
  readonly usernameKey: string;
  readonly usernameLook: string | null;
  readonly email: string;
  readonly emailKey: string;
  readonly displayName: string | null;
  readonly nameWords: string | null;
  readonly isNameOwn: boolean;
  readonly emailVerifiedAt: Date | null;
  readonly claimedAt: Date | null;
  readonly status: UserStatus;
  readonly isSystemAdmin: boolean;
  readonly provisionedBy: number | null;
  readonly passwordHash: string | null;
  readonly passwordReach: readonly PermissionGrant[] | null;
  readonly passwordChangedAt: Date | null;
  readonly passwordOfferedAt: Date | null;
  readonly trustEpoch: number;
  readonly trustEndedAt: Date | null;
  readonly timesLetGo: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A person with an account. Immutable: each transition returns a new value. */
export class User implements UserState {
  declare readonly id: number;
  declare readonly username: string;
  declare readonly usernameKey: string;
  /** Unique; `null` for older names that look like another one, and for names that nobody uses any more. */
  declare readonly usernameLook: string | null;
  declare readonly email: string;
  declare readonly emailKey: string;
  /** What people call them; `null`: by their username. */
  declare readonly displayName: string | null;
  /** Its words, as `nameWordsOf` writes them. */
  declare readonly nameWords: string | null;
  /** Whether the person chose it, or chose to have none: then no directory and no provider changes it. */
  declare readonly isNameOwn: boolean;
  declare readonly emailVerifiedAt: Date | null;
  /**
   * When the owner took the account over from its creator; `null`: it is unclaimed and may hold what others have set.
   */
  declare readonly claimedAt: Date | null;
  declare readonly status: UserStatus;
  declare readonly isSystemAdmin: boolean;
  /** The organization whose directory created the account; `null` for all others. */
  declare readonly provisionedBy: number | null;
  /** `null` for an account that never had a password (SSO, provisioned). */
  declare readonly passwordHash: string | null;
  /** What the people who set the password for its owner could grant at that moment; `null`: the owner chose it. */
  declare readonly passwordReach: readonly PermissionGrant[] | null;
  declare readonly passwordChangedAt: Date | null;
  /** When the link to choose a password was last mailed because a password that a directory had sent was not kept. */
  declare readonly passwordOfferedAt: Date | null;
  /** Rises with every change of credentials or status; trust and logins in flight that saw an older value are void. */
  declare readonly trustEpoch: number;
  /** When the epoch last rose; `null` while it never has. */
  declare readonly trustEndedAt: Date | null;
  /** How often the epoch rose although the credentials stayed: because no organization kept the account. */
  declare readonly timesLetGo: number;
  declare readonly createdAt: Date;
  declare readonly updatedAt: Date;

  private constructor(state: UserState) {
    Object.assign(this, state);
  }

  /** As stored. */
  static restore(state: UserState): User {
    return new User(state);
  }

  static register(input: {
    id: number;
    username: Name;
    email: Name;
    displayName?: string | null;
    isSystemAdmin: boolean;
    passwordHash: string | null;
    passwordReach?: readonly PermissionGrant[] | null;
    isEmailVerified?: boolean;
    /** Whether only its owner has had a part in the account, or its creator counts as the owner. */
    isClaimed?: boolean;
    provisionedBy?: number;
    at: Date;
  }): User {
    const { id, username, email, isSystemAdmin, passwordHash, isEmailVerified = false, at } = input;
    const { provisionedBy = null, isClaimed = false, passwordReach = null, displayName = null } = input;
    return new User({
      id,
      username: username.text,
      usernameKey: username.key,
      usernameLook: lookOf(username.key),
      email: email.text,
      emailKey: email.key,
      ...displayNameState(displayName, username.key, email.key),
      // Whoever registers by hand says it; a directory or a provider may still change what it said itself.
      isNameOwn: displayName !== null && provisionedBy === null,
      emailVerifiedAt: isEmailVerified ? at : null,
      claimedAt: isClaimed ? at : null,
      status: 'active',
      isSystemAdmin,
      provisionedBy,
      passwordHash,
      passwordReach: passwordHash === null ? null : passwordReach,
      passwordChangedAt: passwordHash === null ? null : at,
      passwordOfferedAt: null,
      trustEpoch: 1,
      trustEndedAt: null,
      timesLetGo: 0,
      createdAt: at,
      updatedAt: at,
    });
  }

  get isActive(): boolean {
    return this.status === 'active';
  }

  /** Nothing has shown yet that the account is theirs: neither its mail nor an invitation nor a link to a provider. */
  get isUnclaimed(): boolean {
    return this.claimedAt === null;
  }

  /** Rises with changes of credentials and status alone: what rests while the account is stopped goes by it. */
  get credentialsEpoch(): number {
    return this.trustEpoch - this.timesLetGo;
  }

  /** @param reach what the people who set the password for the owner could grant */
  changePassword(passwordHash: string, at: Date, reach: readonly PermissionGrant[] | null = null): User {
    return this.endTrust({ passwordHash, passwordReach: reach, passwordChangedAt: at }, at);
  }

  /** Until the owner chooses another password, none opens the account. */
  withdrawPassword(at: Date): User {
    return this.endTrust({ passwordHash: null, passwordReach: null }, at);
  }

  /**
   * Directories send passwords again and again. The mail that answers them is due once a week, until the account is
   * claimed.
   */
  offerPassword(at: Date): User {
    const isRecent = this.passwordOfferedAt !== null && at.getTime() - this.passwordOfferedAt.getTime() < WEEK_MS;
    return isRecent || !this.isUnclaimed ? this : new User({ ...this, passwordOfferedAt: at, updatedAt: at });
  }

  /**
   * The first person to show that the account is theirs is its owner from then on. Others may know the password that it
   * had.
   */
  claim(at: Date): User {
    return this.isUnclaimed ? this.endTrust({ claimedAt: at, passwordHash: null, passwordReach: null }, at) : this;
  }

  /** A person who uses a link that was mailed to the address reads its mail, and so claims the account. */
  verifyEmail(at: Date): User {
    return new User({ ...this.claim(at), emailVerifiedAt: this.emailVerifiedAt ?? at, updatedAt: at });
  }

  /** `null` keeps the present value. A username that was the address changes with it. */
  rename({ username, email }: { username: Name | null; email: Name | null }, at: Date): User {
    const address = email ?? { text: this.email, key: this.emailKey };
    const followed = this.usernameKey === this.emailKey ? address : { text: this.username, key: this.usernameKey };
    const name = username ?? followed;
    if (name.text === this.username && address.text === this.email) return this;
    const usernameLook = name.key === this.usernameKey ? this.usernameLook : lookOf(name.key);
    const names = { username: name.text, usernameKey: name.key, email: address.text, emailKey: address.key };
    const shown = displayNameState(this.displayName, name.key, address.key);
    return new User({ ...this, ...names, ...shown, usernameLook, updatedAt: at });
  }

  /** The person has shown that they read the mail of another address. As with a new password, what is open elsewhere ends. */
  moveTo(email: Name, at: Date): User {
    return this.endTrust({ ...this.rename({ username: null, email }, at), emailVerifiedAt: at }, at);
  }

  showAs(displayName: string | null, by: 'self' | 'organization', at: Date): User {
    const isNameOwn = by === 'self';
    const name = displayNameState(displayName, this.usernameKey, this.emailKey);
    if (by === 'organization' && (this.isNameOwn || this.isSystemAdmin)) return this;
    if (name.displayName === this.displayName && isNameOwn === this.isNameOwn) return this;
    return new User({ ...this, ...name, isNameOwn, updatedAt: at });
  }

  disable(at: Date): User {
    if (!this.isActive) return this;
    return this.endTrust({ status: 'disabled' }, at);
  }

  enable(at: Date): User {
    if (this.isActive) return this;
    return this.endTrust({ status: 'active' }, at);
  }

  /** Another person has the address. Nothing opens the account any more; those who read its traces still see whose they are. */
  retire(at: Date): User {
    // Names that no one can type, have or be mailed at.
    const key = `former:${this.id}`;
    const email = `account-${this.id}@former.invalid`;
    const names = {
      username: `${this.username} (former)`,
      usernameKey: key,
      usernameLook: null,
      email,
      emailKey: email,
      displayName: null,
      nameWords: null,
      isNameOwn: false,
    };
    const nothing = {
      emailVerifiedAt: null,
      claimedAt: null,
      passwordHash: null,
      passwordReach: null,
      provisionedBy: null,
    };
    return this.endTrust({ ...names, ...nothing, status: 'disabled' }, at);
  }

  /** A factor was added or removed; the mfa context knows which. */
  changeFactors(at: Date): User {
    return this.endTrust({}, at);
  }

  /** Every change of credentials or status passes here, so that none can leave old trust in force. */
  private endTrust(change: Partial<UserState>, at: Date): User {
    return new User({ ...this, ...change, trustEpoch: this.trustEpoch + 1, trustEndedAt: at, updatedAt: at });
  }
}

/** What a mail with a link to choose a password is about. */
export function mailAbout({ id }: Pick<User, 'id'>): string {
  return `user:${id}`;
}
