import { Injectable } from '@nestjs/common';
import type { User } from '../domain/user.js';
import { Users } from './ports/users.js';

/** What other contexts learn about an account: nothing that opens it. */
export type AccountView = Pick<
  User,
  'id' | 'username' | 'email' | 'emailKey' | 'isSystemAdmin' | 'isUnclaimed' | 'trustEpoch' | 'trustEndedAt'
> & { readonly hasPassword: boolean };

@Injectable()
export class FindAccount {
  constructor(private readonly users: Users) {}

  /** @returns `null` for an unknown and for a disabled account */
  async execute(userId: number): Promise<AccountView | null> {
    return viewOf(await this.users.find(userId));
  }

  /**
   * As `execute`, and the credentials and status of the account do not change until the caller's unit of work ends.
   * Others may hold it at the same time.
   */
  async hold(userId: number): Promise<AccountView | null> {
    return viewOf(await this.users.hold(userId));
  }
}

export function viewOf(user: User | null): AccountView | null {
  if (user?.isActive !== true) return null;
  const { id, username, email, emailKey, isSystemAdmin, isUnclaimed, trustEpoch, trustEndedAt } = user;
  const hasPassword = user.passwordHash !== null;
  return { id, username, email, emailKey, isSystemAdmin, isUnclaimed, trustEpoch, trustEndedAt, hasPassword };
}
