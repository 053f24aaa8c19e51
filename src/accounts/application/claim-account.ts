import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import type { User } from '../domain/user.js';
import { MailPasswordLink } from './mail-password-link.js';
import { AccountSessions } from './ports/account-sessions.js';
import { MailedTokens } from './ports/mailed-tokens.js';
import { Users } from './ports/users.js';

/**
 * What follows when somebody has shown that he reads the mail of an account. If a directory made it, whoever keeps that directory
 * may know its password and hold sessions: both end, and the owner is mailed the link by which he chooses a password of his own.
 */
@Injectable()
export class ClaimAccount {
  constructor(
    private readonly users: Users,
    private readonly tokens: MailedTokens,
    private readonly mailPasswordLink: MailPasswordLink,
    private readonly sessions: AccountSessions,
    private readonly clock: Clock,
  ) {}

  /** Joins the caller's unit of work. @param user locked by the caller @param keep the session that brought the proof */
  async execute({ user, keep }: { user: User; keep: number | null }): Promise<void> {
    const claimed = user.verifyEmail(this.clock.now());
    await this.users.save(claimed);
    if (claimed.trustEpoch === user.trustEpoch) return;
    await this.sessions.end({ userId: user.id, reason: 'account_claimed', keep, actorUserId: user.id });
    await this.mailPasswordLink.execute({ user: claimed, requestId: this.tokens.newRequestId() });
  }
}
