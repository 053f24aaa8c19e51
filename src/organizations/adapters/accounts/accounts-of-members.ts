import { Injectable } from '@nestjs/common';
import { EndDirectoryPassword } from '../../../accounts/application/end-directory-password.js';
import { LockAccount } from '../../../accounts/application/lock-account.js';
import { MemberAccounts } from '../../application/ports/member-accounts.js';

@Injectable()
export class AccountsOfMembers extends MemberAccounts {
  constructor(
    private readonly lockAccount: LockAccount,
    private readonly endPassword: EndDirectoryPassword,
  ) {
    super();
  }

  async lock(userId: number): Promise<void> {
    await this.lockAccount.execute(userId);
  }

  endDirectoryPassword(userId: number): Promise<void> {
    return this.endPassword.execute(userId);
  }
}
