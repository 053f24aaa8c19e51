import { Injectable } from '@nestjs/common';
import { AdministerAccount } from '../../accounts/application/administer-account.js';
import type { Caller } from '../../shared/caller.js';
import { EndSessionsOfUser } from './end-sessions-of-user.js';

@Injectable()
export class EndUserSessions {
  constructor(
    private readonly administerAccount: AdministerAccount,
    private readonly endSessionsOfUser: EndSessionsOfUser,
  ) {}

  /** @throws Forbidden, NotFound */
  execute({ caller, userId }: { caller: Caller; userId: number }): Promise<void> {
    const actorUserId = caller.userId;
    return this.administerAccount.execute({ caller, userId, action: 'session.all_ended' }, () =>
      this.endSessionsOfUser.execute({ userId, reason: 'revoked', keep: null, actorUserId }),
    );
  }
}
