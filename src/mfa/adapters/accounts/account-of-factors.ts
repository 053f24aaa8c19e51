import { Injectable } from '@nestjs/common';
import { CredentialsChanged } from '../../../accounts/application/credentials-changed.js';
import { FindAccount } from '../../../accounts/application/find-account.js';
import { Unauthorized } from '../../../shared/domain-error.js';
import { Account } from '../../application/ports/account.js';
import type { Contact } from '../../domain/factor-mails.js';

@Injectable()
export class AccountOfFactors extends Account {
  constructor(
    private readonly findAccount: FindAccount,
    private readonly credentialsChanged: CredentialsChanged,
  ) {
    super();
  }

  async contactOf(userId: number): Promise<Contact> {
    const account = await this.findAccount.execute(userId);
    if (account === null) throw new Unauthorized();
    return account;
  }

  credentialsChange(input: Parameters<Account['credentialsChange']>[0]): Promise<void> {
    return this.credentialsChanged.execute(input);
  }
}
