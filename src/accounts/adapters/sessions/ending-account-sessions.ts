import { Injectable } from '@nestjs/common';
import { EndSessionsOfUser } from '../../../sessions/application/end-sessions-of-user.js';
import { HoldSession } from '../../../sessions/application/hold-session.js';
import { AccountSessions } from '../../application/ports/account-sessions.js';

@Injectable()
export class EndingAccountSessions extends AccountSessions {
  constructor(
    private readonly holdSession: HoldSession,
    private readonly endSessionsOfUser: EndSessionsOfUser,
  ) {
    super();
  }

  isLive(session: { id: number; userId: number }): Promise<boolean> {
    return this.holdSession.execute(session);
  }

  async end(
    userId: number,
    reason: 'password_changed' | 'mfa_changed' | 'account_disabled',
    keep?: number,
  ): Promise<void> {
    await this.endSessionsOfUser.execute({
      userId,
      reason,
      keep: keep ?? null,
      actorUserId: keep === undefined ? null : userId,
    });
  }
}
