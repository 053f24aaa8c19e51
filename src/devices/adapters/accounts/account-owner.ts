import { Injectable } from '@nestjs/common';
import { HoldAccount } from '../../../accounts/application/hold-account.js';
import { Owner } from '../../application/ports/owner.js';

@Injectable()
export class AccountOwner extends Owner {
  constructor(private readonly holdAccount: HoldAccount) {
    super();
  }

  hold(userId: number): ReturnType<Owner['hold']> {
    return this.holdAccount.execute(userId);
  }
}
