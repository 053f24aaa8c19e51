import { Injectable } from '@nestjs/common';
import { ClaimByLink } from '../../../accounts/application/claim-by-link.js';
import { FindAccount } from '../../../accounts/application/find-account.js';
import { FindAccountByEmail } from '../../../accounts/application/find-account-by-email.js';
import { LockAccount } from '../../../accounts/application/lock-account.js';
import { ProvisionAccount } from '../../../accounts/application/provision-account.js';
import { VerifyPassword } from '../../../accounts/application/verify-password.js';
import { DomainError, ValidationFailed } from '../../../shared/domain-error.js';
import { Accounts, type Address, type LockedAccount } from '../../application/ports/accounts.js';
import { Raced } from '../../domain/raced.js';

@Injectable()
export class AccountsOfSignOn extends Accounts {
  constructor(
    private readonly findAccount: FindAccount,
    private readonly findByEmail: FindAccountByEmail,
    private readonly lockAccount: LockAccount,
    private readonly provisionAccount: ProvisionAccount,
    private readonly passwords: VerifyPassword,
    private readonly claimByLink: ClaimByLink,
  ) {
    super();
  }

  addressOf(text: string): Address | null {
    try {
      return this.findByEmail.read(text);
    } catch (error) {
      if (error instanceof ValidationFailed) return null;
      throw error;
    }
  }

  lock(userId: number): Promise<LockedAccount | null> {
    return this.lockAccount.execute(userId);
  }

  async hold(userId: number): Promise<void> {
    await this.findAccount.hold(userId);
  }

  lockByEmail(emailKey: string): Promise<LockedAccount | null> {
    return this.lockAccount.byEmail(emailKey);
  }

  claim(input: { userId: number; keep: number | null }): Promise<number | null> {
    return this.claimByLink.execute(input);
  }

  async register(email: Address, organizationId: number): Promise<number> {
    // Nobody chose a name, so that it is the address, where an address like this one can be a name.
    const named = { organizationId, username: email.text, addresses: [email.text], password: null };
    const person = await this.provisionAccount.prepare(named);
    try {
      return await this.provisionAccount.register({ person: { ...person, email }, organizationId, isActive: true });
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'conflict') throw new Raced();
      throw error;
    }
  }

  async verifyPassword(userId: number, password: string): Promise<{ trustEpoch: number } | null> {
    const account = await this.findAccount.execute(userId);
    const verified = await this.passwords.execute({ login: account?.username ?? '', password });
    return verified?.id === userId ? { trustEpoch: verified.trustEpoch } : null;
  }
}
