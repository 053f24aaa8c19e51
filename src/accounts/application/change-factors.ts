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
export class ChangeFactors {
  constructor(
    private readonly users: Users,
    private readonly sessions: AccountSessions,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @param input.sessionId of whoever changes their own, which is kept; `null` when somebody else does it for them
   * @throws Unauthorized when the account was disabled or the session ended meanwhile
   */
  execute(input: { userId: number; sessionId: number | null; actorUserId: number | null }): Promise<void> {
    const { userId, sessionId, actorUserId } = input;
    return this.unitOfWork.run(async () => {
      const user = await this.users.lock(userId);
      // Behind the lock: a change that waited here for the one that ended its own session must not go through after it.
      const isLive = sessionId === null || (await this.sessions.isLive({ id: sessionId, userId }));
      if (user?.isActive !== true || !isLive) throw new Unauthorized();
      await this.users.save(user.changeFactors(this.clock.now()));
      await this.sessions.end({ userId, reason: 'mfa_changed', keep: sessionId, actorUserId });
    });
  }
}
