import { Injectable } from '@nestjs/common';
import { EndSessionsOfUser } from '../../application/end-sessions-of-user.js';
import { HoldSession } from '../../application/hold-session.js';
import { ListSessions } from '../../application/list-sessions.js';
import type { PageRequest } from '../../../shared/page.js';
import { AccountSessions } from '../../../accounts/application/ports/account-sessions.js';

@Injectable()
export class SessionsOfAccount extends AccountSessions {
  constructor(
    private readonly holdSession: HoldSession,
    private readonly endSessionsOfUser: EndSessionsOfUser,
    private readonly listSessions: ListSessions,
  ) {
    super();
  }

  isLive(session: { id: number; userId: number }): Promise<boolean> {
    return this.holdSession.execute(session);
  }

  end(input: Parameters<AccountSessions['end']>[0]): Promise<void> {
    return this.endSessionsOfUser.execute(input);
  }

  pageOf(userId: number, request: PageRequest): ReturnType<AccountSessions['pageOf']> {
    return this.listSessions.execute(userId, request);
  }
}
