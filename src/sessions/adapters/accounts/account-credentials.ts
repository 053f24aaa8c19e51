import { Injectable } from '@nestjs/common';
import type { Familiarity } from '../../../shared/fair-queue.js';
import { FindAccount } from '../../../accounts/application/find-account.js';
import { VerifyPassword } from '../../../accounts/application/verify-password.js';
import { Credentials, type VerifiedUser } from '../../application/ports/credentials.js';

@Injectable()
export class AccountCredentials extends Credentials {
  constructor(
    private readonly verifyPassword: VerifyPassword,
    private readonly findAccount: FindAccount,
  ) {
    super();
  }

  keyOf(login: string): string {
    return this.verifyPassword.keyOf(login);
  }

  userIdOf(login: string): Promise<number | null> {
    return this.verifyPassword.userIdOf(login);
  }

  byId(userId: number): Promise<VerifiedUser | null> {
    return this.findAccount.execute(userId);
  }

  verify(login: string, password: string, familiarity: Familiarity): Promise<VerifiedUser | null> {
    return this.verifyPassword.execute({ login, password, familiarity });
  }
}
