import { Injectable } from '@nestjs/common';
import { type EmailAddress, emailOf } from '../../shared/email-key.js';
import { Users } from './ports/users.js';

@Injectable()
export class FindAccountByEmail {
  constructor(private readonly users: Users) {}

  /**
   * Answers whose address it is, disabled accounts included, or `null`. @throws ValidationFailed when it is not an
   * address
   */
  async execute(input: string): Promise<{ readonly email: EmailAddress; readonly userId: number | null }> {
    const email = emailOf(input);
    return { email, userId: (await this.users.findByEmail(email.key))?.id ?? null };
  }
}
