import { Injectable } from '@nestjs/common';
import { type Name, emailOf } from '../domain/login-name.js';
import type { User } from '../domain/user.js';
import { Users } from './ports/users.js';

@Injectable()
export class FindAccountByEmail {
  constructor(private readonly users: Users) {}

  /** @throws ValidationFailed when it is no address */
  read(input: string): Name {
    return emailOf(input);
  }

  /** Whose address it is, disabled accounts as well. @throws ValidationFailed when it is none */
  async execute(input: string): Promise<{ email: Name; account: User | null }> {
    const email = emailOf(input);
    return { email, account: await this.users.findByEmail(email.key) };
  }
}
