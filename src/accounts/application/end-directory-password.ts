import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { MailPasswordLink } from './mail-password-link.js';
import { AccountSessions } from './ports/account-sessions.js';
import { MailedTokens } from './ports/mailed-tokens.js';
import { Users } from './ports/users.js';

/**
 * Whether a directory may set a password depends on what the account holds at that moment. Before the account comes to hold more, this ends
 * a password that was set and the sessions that it opened: those who know it gain nothing. The owner chooses a new one by mail.
 */
@Injectable()
export class EndDirectoryPassword {
  constructor(
    private readonly users: Users,
    private readonly sessions: AccountSessions,
    private readonly mailPasswordLink: MailPasswordLink,
    private readonly tokens: MailedTokens,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Joins the caller's unit of work. A claimed account does not change: what opens it belongs to its owner. */
  async execute(userId: number): Promise<void> {
    const user = await this.users.lock(userId);
    if (user === null || !user.isUnclaimed || user.passwordHash === null) return;
    const changed = user.withdrawPassword(this.clock.now());
    await this.users.save(changed);
    await this.sessions.end({ userId, reason: 'password_changed', keep: null, actorUserId: null });
    await this.mailPasswordLink.execute({ user: changed, requestId: this.tokens.newRequestId() });
    const target = { type: 'user', id: userId };
    await this.auditTrail.record({ action: 'user.password_withdrawn', outcome: 'success', actorUserId: null, target });
  }
}
