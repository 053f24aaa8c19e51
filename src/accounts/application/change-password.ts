import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { RateLimited, Unauthorized } from '../../shared/domain-error.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { WrongCurrentPassword } from '../domain/account.errors.js';
import { passwordChangeThrottle } from '../domain/recovery-throttles.js';
import { passwordChangedMail, passwordNotChangedMail } from '../domain/recovery-mails.js';
import { CheckNewPassword } from './check-new-password.js';
import { AccountSessions } from './ports/account-sessions.js';
import { PasswordHasher } from './ports/password-hasher.js';
import { Users } from './ports/users.js';
import { VerifyPassword } from './verify-password.js';

@Injectable()
export class ChangePassword {
  constructor(
    private readonly verifyPassword: VerifyPassword,
    private readonly checkNewPassword: CheckNewPassword,
    private readonly hasher: PasswordHasher,
    private readonly users: Users,
    private readonly sessions: AccountSessions,
    private readonly throttle: AttemptThrottle,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Tells what is wrong with both passwords together. @throws WrongCurrentPassword, WeakPassword, RateLimited, Unauthorized when the credentials have changed */
  execute(input: { caller: Caller; currentPassword: string; newPassword: string }): Promise<void> {
    const { caller, currentPassword, newPassword } = input;
    return recordRefusal(this.auditTrail, event(caller.userId), () => this.change(caller, currentPassword, newPassword));
  }

  private async change(caller: Caller, currentPassword: string, newPassword: string): Promise<void> {
    const { username, email, userId } = caller;
    const throttled = [passwordChangeThrottle(userId)];
    const wait = await this.throttle.waitSeconds(throttled);
    if (wait > 0) throw new RateLimited(wait);
    const weak = await this.checkNewPassword.refusalOf({ password: newPassword, username, email, userId, field: 'new_password' });
    // Nothing is hashed for what nobody types.
    if (weak?.reason === 'too_long') throw weak;
    const shown = { login: username, password: currentPassword, familiarity: 'known' } as const;
    const verified = await this.verifyPassword.execute(shown);
    if (verified?.id !== userId) {
      const laterWait = await this.unitOfWork.run(() => this.throttle.settle(throttled, 'failure'));
      throw laterWait > 0 ? new RateLimited(laterWait) : new WrongCurrentPassword(weak?.details);
    }
    if (weak !== null) {
      // It confirms the current one as a success does, so that the owner hears of it as well.
      await this.unitOfWork.run(() => this.mailer.send(passwordNotChangedMail(caller, this.clock.now())));
      throw weak;
    }
    const passwordHash = await this.hasher.hash(newPassword, 'known');
    await this.unitOfWork.run(async () => {
      const laterWait = await this.throttle.settle(throttled, 'success');
      if (laterWait > 0) throw new RateLimited(laterWait);
      await this.replace(caller, verified.trustEpoch, passwordHash);
    });
  }

  private async replace(caller: Caller, trustEpoch: number, passwordHash: string): Promise<void> {
    const now = this.clock.now();
    const user = await this.users.lock(caller.userId);
    // Two changes at once: the second was verified against a password that is no longer the current one.
    if (user?.trustEpoch !== trustEpoch) throw new Unauthorized('Your credentials have changed. Log in again.');
    await this.users.save(user.changePassword(passwordHash, now));
    await this.sessions.end({
      userId: user.id,
      reason: 'password_changed',
      keep: caller.sessionId,
      actorUserId: user.id,
    });
    await this.mailer.send(passwordChangedMail(user, now));
    await this.auditTrail.record({ ...event(user.id), outcome: 'success' });
  }
}

function event(userId: number): { action: string; actorUserId: number; target: { type: string; id: number } } {
  return { action: 'user.password_changed', actorUserId: userId, target: { type: 'user', id: userId } };
}
