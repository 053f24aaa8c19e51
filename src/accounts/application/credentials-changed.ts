import { Injectable } from '@nestjs/common';
import { Unauthorized } from '../../shared/domain-error.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { AccountSessions } from './ports/account-sessions.js';
import { Users } from './ports/users.js';

/**
 * What must happen with every change of an account's second factors: device trust and logins in flight end by the raised
 * trust epoch, and so do the other sessions. Joins the unit of work of the change; call it first, for it takes the lock on
 * the account that makes such changes wait for each other.
 */
@Injectable()
export class CredentialsChanged {
  constructor(
    private readonly users: Users,
    private readonly sessions: AccountSessions,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws Unauthorized when the account was disabled meanwhile */
  execute(input: { userId: number; keepSessionId: number | null; actorUserId: number | null }): Promise<void> {
    const { keepSessionId: keep, actorUserId } = input;
    return this.unitOfWork.run(async () => {
      const user = await this.users.lock(input.userId);
      if (user?.isActive !== true) throw new Unauthorized();
      await this.users.save(user.changeFactors(this.clock.now()));
      await this.sessions.end({ userId: user.id, reason: 'mfa_changed', keep, actorUserId });
    });
  }
}
