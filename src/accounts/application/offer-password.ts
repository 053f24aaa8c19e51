import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import type { User } from '../domain/user.js';
import { MailPasswordLink } from './mail-password-link.js';
import { MailedTokens } from './ports/mailed-tokens.js';
import { Users } from './ports/users.js';

/**
 * Mails the owner of an unclaimed account the link to choose a password, because the password that a directory sent was
 * not kept.
 */
@Injectable()
export class OfferPassword {
  constructor(
    private readonly users: Users,
    private readonly mailPasswordLink: MailPasswordLink,
    private readonly tokens: MailedTokens,
    private readonly clock: Clock,
  ) {}

  /** Joins the caller's unit of work. @param user locked, or just added @returns the account as it is now */
  async execute(user: User): Promise<User> {
    const offered = user.offerPassword(this.clock.now());
    if (offered === user) return user;
    await this.users.save(offered);
    await this.mailPasswordLink.execute({ user: offered, requestId: this.tokens.newRequestId() });
    return offered;
  }
}
