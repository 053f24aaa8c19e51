import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { RateLimited, Unauthorized } from '../../shared/domain-error.js';
import { mintToken } from '../../shared/one-time-token.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { ServiceOrigin } from '../../shared/ports/service-origin.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { MailedToken } from '../domain/mailed-token.js';
import { emailVerificationMail, verifyEmailLink } from '../domain/recovery-mails.js';
import { mailThrottle } from '../domain/recovery-throttles.js';
import type { User } from '../domain/user.js';
import { MailedTokens } from './ports/mailed-tokens.js';
import { Users } from './ports/users.js';

@Injectable()
export class RequestEmailVerification {
  constructor(
    private readonly users: Users,
    private readonly tokens: MailedTokens,
    private readonly service: ServiceOrigin,
    private readonly mailer: Mailer,
    private readonly throttle: AttemptThrottle,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @returns false when the address is verified already and nothing was mailed @throws RateLimited, Unauthorized */
  async execute(caller: Caller): Promise<boolean> {
    const outcome = await this.unitOfWork.run(async () => {
      const user = await this.users.hold(caller.userId);
      if (user?.isActive !== true) return new Unauthorized();
      if (user.emailVerifiedAt !== null) return false;
      const wait = await this.throttle.settle([mailThrottle('email_verification', user.emailKey)], 'failure');
      if (wait === 0) await this.mail(user);
      await this.auditTrail.record({
        action: 'user.email_verification_requested',
        outcome: wait === 0 ? 'success' : 'refused',
        actorUserId: user.id,
        target: { type: 'user', id: user.id },
        ...(wait > 0 && { detail: { reason: 'too_many_mails' } }),
      });
      return wait > 0 ? new RateLimited(wait) : true;
    });
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }

  private async mail(user: User): Promise<void> {
    const { token, hash } = mintToken();
    const request = { requestId: this.tokens.newRequestId(), tokenHash: hash };
    const issued = MailedToken.forEmail(user, request, this.clock.now());
    await this.tokens.issue(issued);
    await this.mailer.send(emailVerificationMail(user, verifyEmailLink(this.service, token), issued.expiresAt));
  }
}
