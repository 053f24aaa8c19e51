import { Injectable } from '@nestjs/common';
import { EndSessionsOfUser } from '../../../sessions/application/end-sessions-of-user.js';
import { AccountSessions } from '../../application/ports/account-sessions.js';

@Injectable()
export class EndingAccountSessions extends AccountSessions {
  constructor(private readonly endSessionsOfUser: EndSessionsOfUser) {
    super();
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
