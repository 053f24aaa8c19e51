import { Injectable } from '@nestjs/common';
import { ConcurrentChange } from '../../shared/domain-error.js';
import type { User } from '../domain/user.js';
import { Users } from './ports/users.js';

/** What an organization's directory has to know about an account before it touches a membership. */
export interface LockedAccount {
  readonly id: number;
  readonly username: string;
  readonly displayName: string | null;
  readonly isNameOwn: boolean;
  readonly email: string;
  readonly emailKey: string;
  readonly isActive: boolean;
  readonly isSystemAdmin: boolean;
  readonly isEmailVerified: boolean;
  readonly hasPassword: boolean;
  readonly trustEpoch: number;
  readonly credentialsEpoch: number;
  /** The organization that provisioned it; `null` for all others. */
  readonly provisionedBy: number | null;
}

/** Locks an account until the caller's unit of work ends: logins, changes and other directories wait. */
@Injectable()
export class LockAccount {
  constructor(private readonly users: Users) {}

  /** @param emailKey of an address whose account is locked together with this one */
  async execute(userId: number, emailKey: string | null = null): Promise<LockedAccount | null> {
    const user = await (emailKey === null ? this.users.lock(userId) : this.users.lockBoth(userId, emailKey));
    return user && factsOf(user);
  }

  /** @param emailKey as `ProvisionAccount.prepare` answers it @returns `null` when no account has the address */
  async byEmail(emailKey: string): Promise<LockedAccount | null> {
    const user = await this.users.lockByEmail(emailKey);
    return user && factsOf(user);
  }

  /**
   * For a unit of work that has locked an organization: accounts come before organizations, so it may not wait for one here.
   * @throws ConcurrentChange when somebody else has locked the account
   */
  async byEmailAtOnce(emailKey: string): Promise<LockedAccount | null> {
    const user = await this.users.lockByEmailAtOnce(emailKey);
    if (user === null && (await this.users.findByEmail(emailKey)) !== null) throw new ConcurrentChange();
    return user && factsOf(user);
  }
}

function factsOf(user: User): LockedAccount {
  const { id, username, displayName, email, emailKey, isActive, isSystemAdmin, provisionedBy, trustEpoch } = user;
  const { credentialsEpoch, isNameOwn } = user;
  const isEmailVerified = user.emailVerifiedAt !== null;
  const hasPassword = user.passwordHash !== null;
  const names = { id, username, displayName, isNameOwn, email, emailKey };
  return {
    ...names,
    isActive,
    isSystemAdmin,
    isEmailVerified,
    hasPassword,
    trustEpoch,
    credentialsEpoch,
    provisionedBy,
  };
}
