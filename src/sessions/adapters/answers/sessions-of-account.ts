import { Injectable } from '@nestjs/common';
import { EndSessionsOfUser } from '../../application/end-sessions-of-user.js';
import { ForgetFactor } from '../../application/forget-factor.js';
import { LockSession } from '../../application/lock-session.js';
import { AccountSessions, type SessionsToEnd } from '../../../accounts/application/ports/account-sessions.js';

@Injectable()
export class SessionsOfAccount extends AccountSessions {
  constructor(
    private readonly lockSession: LockSession,
    private readonly endSessionsOfUser: EndSessionsOfUser,
    private readonly forgetTheFactor: ForgetFactor,
  ) {
    super();
  }

  isLive(session: { id: number; userId: number }): Promise<boolean> {
    return this.lockSession.execute(session);
  }

  forgetFactor(sessionId: number): Promise<void> {
    return this.forgetTheFactor.execute(sessionId);
  }

  endOfOrganization(input: Pick<SessionsToEnd, 'userId' | 'reason'> & { organizationId: number }): Promise<void> {
    return this.endSessionsOfUser.ofOrganization(input);
  }

  end(input: SessionsToEnd): Promise<void> {
    return this.endSessionsOfUser.execute(input);
  }
}
