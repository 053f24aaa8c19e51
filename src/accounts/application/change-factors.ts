import { Injectable } from '@nestjs/common';
import { Unauthorized } from '../../shared/domain-error.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { AccountSessions } from './ports/account-sessions.js';
import { Users } from './ports/users.js';

/**
 * What every change of an account's second factors brings about: the raised trust epoch ends device trust and logins in
 * flight, and the other sessions end too. Joins the unit of work of the change. Call it first: it takes the lock on the
 * account that makes such changes wait for each other.
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
   * @param input.sessionId the caller's own session, which is kept; `null` when another person changes the factors
   * @param input.isLastRemoved the account has no factor then, so nothing that the kept session has proved by one counts any more
   * @throws Unauthorized when the account was disabled or the session ended meanwhile
   */
  execute(input: { userId: number; sessionId: number | null; actorUserId: number | null; isLastRemoved?: boolean }): Promise<void> {
    const { userId, sessionId, actorUserId, isLastRemoved = false } = input;
    return this.unitOfWork.run(async () => {
      const user = await this.users.lock(userId);
      // Checked behind the lock: the change may have waited here for the one that ended its own session, and must not
      // go through after it.
      const isLive = sessionId === null || (await this.sessions.isLive({ id: sessionId, userId }));
      if (user?.isActive !== true || !isLive) throw new Unauthorized();
      await this.users.save(user.changeFactors(this.clock.now()));
      await this.sessions.end({ userId, reason: 'mfa_changed', keep: sessionId, actorUserId });
      if (isLastRemoved && sessionId !== null) await this.sessions.forgetFactor(sessionId);
    });
  }
}
