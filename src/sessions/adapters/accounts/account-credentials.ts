import { Injectable } from '@nestjs/common';
import { VerifyPassword } from '../../../accounts/application/verify-password.js';
import { Credentials, type VerifiedUser } from '../../application/ports/credentials.js';

@Injectable()
export class AccountCredentials extends Credentials {
  constructor(private readonly verifyPassword: VerifyPassword) {
    super();
  }

  keyOf(login: string): string {
    return this.verifyPassword.keyOf(login);
  }

  userIdOf(login: string): Promise<number | null> {
    return this.verifyPassword.userIdOf(login);
  }

  verify(login: string, password: string): Promise<VerifiedUser | null> {
    return this.verifyPassword.execute({ login, password });
  }
}
