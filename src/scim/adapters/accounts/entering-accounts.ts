import { Injectable } from '@nestjs/common';
import { LockAccount } from '../../../accounts/application/lock-account.js';
import { EnteringPeople } from '../../application/ports/entering-people.js';
import type { AccountFacts } from '../../domain/placement.js';

/** Apart from `ProvisionedAccounts`, for organizations are joined with this, and that asks for organizations. */
@Injectable()
export class EnteringAccounts extends EnteringPeople {
  constructor(private readonly lockAccount: LockAccount) {
    super();
  }

  lock(userId: number): Promise<AccountFacts | null> {
    return this.lockAccount.execute(userId);
  }
}
