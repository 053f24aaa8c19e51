import { Injectable } from '@nestjs/common';
import { type EmailAddress, emailOf } from '../../shared/email-key.js';
import { Users } from './ports/users.js';

@Injectable()
export class FindAccountByEmail {
  constructor(private readonly users: Users) {}

  /** Whose address it is, `null` for nobody's; disabled accounts as well. @throws ValidationFailed when it is no address */
  async execute(input: string): Promise<{ readonly email: EmailAddress; readonly userId: number | null }> {
    const email = emailOf(input);
    return { email, userId: (await this.users.findByEmail(email.key))?.id ?? null };
  }
}
