import { Injectable } from '@nestjs/common';
import { Unauthorized } from '../../shared/domain-error.js';
import { type AccountView, FindAccount } from './find-account.js';
import { LockAccount, type LockedAccount } from './lock-account.js';

/** As `FindAccount` and `LockAccount`, for requests that need an active account: one refusal for all of them. */
@Injectable()
export class RequireAccount {
  constructor(
    private readonly findAccount: FindAccount,
    private readonly lockAccount: LockAccount,
  ) {}

  /** Locks nothing. @throws Unauthorized when there is no active account */
  async execute(userId: number): Promise<AccountView> {
    return present(await this.findAccount.execute(userId));
  }

  /**
   * Keeps the account from changing until the unit of work ends. Take it before every other lock, so that transactions
   * never wait in a circle. @throws Unauthorized when there is no active account
   */
  async hold(userId: number): Promise<AccountView> {
    return present(await this.findAccount.hold(userId));
  }

  /**
   * Keeps even others from holding the account. Take it first, too. @throws Unauthorized when there is no active
   * account
   */
  async lock(userId: number): Promise<LockedAccount> {
    const account = await this.lockAccount.execute(userId);
    return present(account?.isActive === true ? account : null);
  }
}

function present<T>(account: T | null): T {
  if (account === null) throw new Unauthorized();
  return account;
}
