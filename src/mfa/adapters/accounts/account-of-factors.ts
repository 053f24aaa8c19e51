import { Injectable } from '@nestjs/common';
import { ChangeFactors } from '../../../accounts/application/change-factors.js';
import { FindAccount } from '../../../accounts/application/find-account.js';
import { Unauthorized } from '../../../shared/domain-error.js';
import type { Contact } from '../../../shared/mail-to.js';
import { Account } from '../../application/ports/account.js';

@Injectable()
export class AccountOfFactors extends Account {
  constructor(
    private readonly findAccount: FindAccount,
    private readonly change: ChangeFactors,
  ) {
    super();
  }

  async contactOf(userId: number): Promise<Contact> {
    const account = await this.findAccount.execute(userId);
    if (account === null) throw new Unauthorized();
    return account;
  }

  async hasPassword(userId: number): Promise<boolean> {
    return (await this.findAccount.execute(userId))?.hasPassword === true;
  }

  async isUnclaimed(userId: number): Promise<boolean> {
    return (await this.findAccount.execute(userId))?.isUnclaimed !== false;
  }

  async hold(userId: number): Promise<void> {
    if ((await this.findAccount.hold(userId)) === null) throw new Unauthorized();
  }

  async lock(userId: number): Promise<void> {
    if ((await this.findAccount.lock(userId)) === null) throw new Unauthorized();
  }

  changeFactors(input: { userId: number; sessionId: number | null; actorUserId: number | null }): Promise<void> {
    return this.change.execute(input);
  }
}
