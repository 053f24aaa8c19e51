import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { RateLimited } from '../../shared/domain-error.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { AccountDisabled } from '../domain/account.errors.js';
import { mailThrottle } from '../domain/recovery-throttles.js';
import { AdministerAccount } from './administer-account.js';
import { MailPasswordLink } from './mail-password-link.js';
import { MailedTokens } from './ports/mailed-tokens.js';
import { Users } from './ports/users.js';

const action = 'user.password_reset_started';

/** An administrator has a link mailed to the owner of an account; they neither set nor see a password. */
@Injectable()
export class StartPasswordReset {
  constructor(
    private readonly administerAccount: AdministerAccount,
    private readonly users: Users,
    private readonly tokens: MailedTokens,
    private readonly mailPasswordLink: MailPasswordLink,
    private readonly throttle: AttemptThrottle,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @throws Forbidden, NotFound, AccountDisabled, RateLimited */
  execute({ caller, userId }: { caller: Caller; userId: number }): Promise<void> {
    return this.administerAccount.execute({ caller, userId, action }, async () => {
      const user = await this.users.hold(userId);
      if (user?.isActive !== true) throw new AccountDisabled();
      // Counted apart from the owner's own requests: a stranger who uses those up must not block the administrator's
      // help.
      const wait = await this.throttle.settle([mailThrottle('admin_password_reset', user.emailKey)], 'failure');
      if (wait > 0) throw new RateLimited(wait);
      await this.mailPasswordLink.execute({ user, requestId: this.tokens.newRequestId() });
      const target = { type: 'user', id: userId };
      await this.auditTrail.record({ action, outcome: 'success', actorUserId: caller.userId, target });
    });
  }
}
