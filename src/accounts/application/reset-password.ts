import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { WeakPassword } from '../domain/account.errors.js';
import { passwordWasResetMail } from '../domain/recovery-mails.js';
import type { User } from '../domain/user.js';
import { CheckNewPassword } from './check-new-password.js';
import { ClaimAccount } from './claim-account.js';
import { AccountSessions } from './ports/account-sessions.js';
import { PasswordHasher } from './ports/password-hasher.js';
import { Users } from './ports/users.js';
import { type Presented, RedeemMailedToken } from './redeem-mailed-token.js';

const action = 'user.password_reset';

/**
 * Sets a password by a mailed link. It does not log the user in: the next login asks for their second factor, because a
 * mailbox alone must not get around it (NIST SP 800-63B-4 section 4.2.2.2). Only the reset of an unclaimed account
 * removes factors, because those are not its owner's (`ClaimAccount`).
 */
@Injectable()
export class ResetPassword {
  constructor(
    private readonly redeemMailedToken: RedeemMailedToken,
    private readonly claimAccount: ClaimAccount,
    private readonly checkNewPassword: CheckNewPassword,
    private readonly hasher: PasswordHasher,
    private readonly users: Users,
    private readonly sessions: AccountSessions,
    private readonly mailer: Mailer,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** A weak password leaves the token good. @throws InvalidMailedToken, WeakPassword, RateLimited, Unavailable */
  async execute(input: { token: string; newPassword: string; network: string }): Promise<void> {
    const { token, network, newPassword } = input;
    const presented: Presented = { purpose: 'password_reset', action, token, network };
    // Checked before any hashing: a client without a token must not cause that work.
    await this.check(await this.redeemMailedToken.holderOf(presented), newPassword);
    const passwordHash = await this.hasher.hash(newPassword);
    await this.redeemMailedToken.execute(presented, (user) => this.replace(user, passwordHash));
  }

  private async check({ id: userId, username, email }: User, password: string): Promise<void> {
    try {
      await this.checkNewPassword.execute({ password, username, email, userId, field: 'new_password' });
    } catch (error) {
      if (error instanceof WeakPassword) {
        const target = { type: 'user', id: userId };
        const detail = { reason: error.name };
        await this.auditTrail.record({ action, outcome: 'refused', actorUserId: userId, target, detail });
      }
      throw error;
    }
  }

  private async replace(holder: User, passwordHash: string): Promise<void> {
    const now = this.clock.now();
    const user = await this.claimAccount.execute({ user: holder, proof: 'reset', keep: null });
    await this.users.save(user.changePassword(passwordHash, now));
    await this.sessions.end({ userId: user.id, reason: 'password_reset', keep: null, actorUserId: user.id });
    await this.mailer.send(passwordWasResetMail(user, now));
    const target = { type: 'user', id: user.id };
    await this.auditTrail.record({ action, outcome: 'success', actorUserId: user.id, target });
  }
}
