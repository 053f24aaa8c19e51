import { Injectable } from '@nestjs/common';
import { RateLimited } from '../../shared/domain-error.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Jobs } from '../../shared/ports/jobs.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { emailOf } from '../../shared/email-key.js';
import { mailThrottle, resetRequestThrottle } from '../domain/recovery-throttles.js';
import type { User } from '../domain/user.js';
import { MailedTokens } from './ports/mailed-tokens.js';
import { Users } from './ports/users.js';

/** Carries `user_id`, which is `null` when no mail is due, and `request_id`. */
export const ANSWER_RESET_REQUEST = 'accounts.answer-reset-request';

/**
 * Does the same work for every address, so that neither the answer nor its time tells whether there is an account. The
 * parts that differ, token and mail, are left to a job, which is enqueued even when there is no account.
 */
@Injectable()
export class RequestPasswordReset {
  constructor(
    private readonly users: Users,
    private readonly tokens: MailedTokens,
    private readonly throttle: AttemptThrottle,
    private readonly jobs: Jobs,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @throws ValidationFailed; RateLimited by network, never by address */
  async execute(input: { email: string; network: string }): Promise<void> {
    const { key } = emailOf(input.email);
    const wait = await this.unitOfWork.run(async () => {
      const wait = await this.throttle.settle([resetRequestThrottle(input.network)], 'failure');
      if (wait > 0) await this.record(null, 'throttled');
      else if ((await this.throttle.settle([mailThrottle('password_reset', key)], 'failure')) > 0)
        await this.record(null, 'too_many_mails');
      else await this.enqueue(await this.users.findByEmail(key));
      return wait;
    });
    if (wait > 0) throw new RateLimited(wait);
  }

  private async enqueue(user: User | null): Promise<void> {
    const refusal = refusalOf(user);
    const userId = refusal === null && user !== null ? user.id : null;
    await this.jobs.enqueue(ANSWER_RESET_REQUEST, { user_id: userId, request_id: this.tokens.newRequestId() });
    await this.record(user, refusal);
  }

  /** Records no address: people type all sorts of things into such a field. */
  private record(user: User | null, refusal: string | null): Promise<void> {
    return this.auditTrail.record({
      action: 'user.password_reset_requested',
      outcome: refusal === null ? 'success' : 'refused',
      actorUserId: null,
      ...(user !== null && { target: { type: 'user', id: user.id } }),
      ...(refusal !== null && { detail: { reason: refusal } }),
    });
  }
}

/**
 * An account that never had a password gets its first one by an administrator's mail, and outsiders cannot revive a
 * link that has expired. When a directory created the account, no such mail was sent, and its owner asks for it here.
 */
function refusalOf(user: User | null): string | null {
  if (user === null) return 'unknown_address';
  if (!user.isActive) return 'disabled';
  return user.passwordHash === null && user.provisionedBy === null ? 'no_password' : null;
}
