import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AdministerAccount } from './administer-account.js';
import { AccountSessions } from './ports/account-sessions.js';

@Injectable()
export class EndUserSessions {
  constructor(
    private readonly administerAccount: AdministerAccount,
    private readonly sessions: AccountSessions,
  ) {}

  /** @throws Forbidden, NotFound */
  execute({ caller, userId }: { caller: Caller; userId: number }): Promise<void> {
    const actorUserId = caller.userId;
    return this.administerAccount.execute({ caller, userId, action: 'session.all_ended' }, () =>
      this.sessions.end({ userId, reason: 'revoked', keep: null, actorUserId }),
    );
  }
}
