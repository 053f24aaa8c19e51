import { Injectable } from '@nestjs/common';
import { FindAccount } from '../../../accounts/application/find-account.js';
import { Owner } from '../../application/ports/owner.js';

@Injectable()
export class AccountOwner extends Owner {
  constructor(private readonly findAccount: FindAccount) {
    super();
  }

  hold(userId: number): ReturnType<Owner['hold']> {
    return this.findAccount.hold(userId);
  }

  contactOf(userId: number): ReturnType<Owner['contactOf']> {
    return this.findAccount.execute(userId);
  }
}
