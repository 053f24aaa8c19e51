import { Injectable } from '@nestjs/common';
import { FindAccount } from '../../../accounts/application/find-account.js';
import { People, type Person } from '../../application/ports/people.js';

@Injectable()
export class AccountPeople extends People {
  constructor(private readonly findAccount: FindAccount) {
    super();
  }

  async find(userId: number): Promise<Person | null> {
    const account = await this.findAccount.execute(userId);
    if (account === null) return null;
    const { id, username, email, emailKey } = account;
    return { id, username, email, emailKey };
  }
}
