import { Injectable } from '@nestjs/common';
import { Unauthorized } from '../../shared/domain-error.js';
import { type AccountView, FindAccount } from './find-account.js';

/** As `FindAccount`, where a request cannot go on without the account. */
@Injectable()
export class RequireAccount {
  constructor(private readonly findAccount: FindAccount) {}

  /** Locks nothing. @throws Unauthorized when there is no active account */
  async execute(userId: number): Promise<AccountView> {
    return present(await this.findAccount.execute(userId));
  }

  /**
   * Keeps the account from changing until the unit of work ends. Comes before every other lock, so that nobody waits in a
   * circle. @throws Unauthorized when there is no active account
   */
  async hold(userId: number): Promise<AccountView> {
    return present(await this.findAccount.hold(userId));
  }

  /** Keeps even others from holding the account. Comes first, too. @throws Unauthorized when there is no active account */
  async lock(userId: number): Promise<AccountView> {
    return present(await this.findAccount.lock(userId));
  }
}

function present(account: AccountView | null): AccountView {
  if (account === null) throw new Unauthorized();
  return account;
}
