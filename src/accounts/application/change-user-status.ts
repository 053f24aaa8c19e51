import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { OwnAccount } from '../domain/account.errors.js';
import type { User, UserStatus } from '../domain/user.js';
import { AdministerAccount } from './administer-account.js';
import { SetAccountStatus } from './set-account-status.js';

/** Disables or enables an account; repeating it is not an error. */
@Injectable()
export class ChangeUserStatus {
  constructor(
    private readonly administerAccount: AdministerAccount,
    private readonly setAccountStatus: SetAccountStatus,
  ) {}

  /** @throws Forbidden, NotFound, OwnAccount, LastSystemAdmin */
  execute(input: { caller: Caller; userId: number; status: UserStatus }): Promise<User> {
    const { caller, userId, status } = input;
    const action = status === 'disabled' ? 'user.disabled' : 'user.enabled';
    return this.administerAccount.execute({ caller, userId, action }, async () => {
      if (status === 'disabled' && userId === caller.userId) throw new OwnAccount();
      return this.setAccountStatus.execute({ userId, status, actorUserId: caller.userId });
    });
  }
}
