import { Injectable } from '@nestjs/common';
import { ConfirmAddress } from '../../../accounts/application/confirm-address.js';
import { FindAccount } from '../../../accounts/application/find-account.js';
import { FindAccountByEmail } from '../../../accounts/application/find-account-by-email.js';
import { RegisterUser } from '../../../accounts/application/register-user.js';
import { Accounts, type Guest } from '../../application/ports/accounts.js';

@Injectable()
export class RegisteredAccounts extends Accounts {
  constructor(
    private readonly findAccount: FindAccount,
    private readonly findAccountByEmail: FindAccountByEmail,
    private readonly registerUser: RegisterUser,
    private readonly confirmAddressOf: ConfirmAddress,
  ) {
    super();
  }

  async byEmail(input: string): ReturnType<Accounts['byEmail']> {
    const { email, account } = await this.findAccountByEmail.execute(input);
    return { email, userId: account?.id ?? null };
  }

  find(userId: number): ReturnType<Accounts['find']> {
    return this.findAccount.execute(userId);
  }

  lock(userId: number): Promise<Guest | null> {
    return this.findAccount.lock(userId);
  }

  confirmAddress(owner: { userId: number; sessionId: number }): Promise<void> {
    return this.confirmAddressOf.execute(owner);
  }

  async prepare({ organizationName, ...input }: Parameters<Accounts['prepare']>[0]): Promise<() => Promise<Guest>> {
    const prepared = await this.registerUser.prepare({
      ...input,
      isSystemAdmin: false,
      // The token came to this address and nowhere else.
      isEmailVerified: true,
      organizationNames: [organizationName],
    });
    return () => this.registerUser.add(prepared);
  }
}
