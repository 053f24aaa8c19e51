import { Injectable } from '@nestjs/common';
import type { User } from '../domain/user.js';
import { Users } from './ports/users.js';

/** What an organization's directory has to know about an account before it touches a membership. */
export interface LockedAccount {
  readonly id: number;
  readonly username: string;
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

  async execute(userId: number): Promise<LockedAccount | null> {
    const user = await this.users.lock(userId);
    return user && factsOf(user);
  }

  /** @param emailKey as `ProvisionAccount.prepare` answers it @returns `null` when no account has the address */
  async byEmail(emailKey: string): Promise<LockedAccount | null> {
    const user = await this.users.lockByEmail(emailKey);
    return user && factsOf(user);
  }
}

function factsOf(user: User): LockedAccount {
  const { id, username, email, emailKey, isActive, isSystemAdmin, provisionedBy, trustEpoch } = user;
  const { credentialsEpoch } = user;
  const isEmailVerified = user.emailVerifiedAt !== null;
  const hasPassword = user.passwordHash !== null;
  const names = { id, username, email, emailKey };
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
