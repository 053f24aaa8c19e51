import { Injectable } from '@nestjs/common';
import { FindAccount } from '../../accounts/application/find-account.js';
import { VerifyPassword } from '../../accounts/application/verify-password.js';

/** For an account that is known by its id, when no login name was typed. */
@Injectable()
export class VerifyPasswordOfAccount {
  constructor(
    private readonly findAccount: FindAccount,
    private readonly verifyPassword: VerifyPassword,
  ) {}

  /**
   * @returns `null` when the account is not active or the password is wrong, at the same cost either way @throws
   * Unavailable
   */
  async execute(userId: number, password: string): Promise<{ readonly trustEpoch: number } | null> {
    const account = await this.findAccount.execute(userId);
    const verified = await this.verifyPassword.execute({ login: account?.username ?? '', password });
    return verified?.id === userId ? { trustEpoch: verified.trustEpoch } : null;
  }
}
