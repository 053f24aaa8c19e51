import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AdministerAccount } from './administer-account.js';
import { type AccountSession, AccountSessions } from './ports/account-sessions.js';

@Injectable()
export class ListUserSessions {
  constructor(
    private readonly administerAccount: AdministerAccount,
    private readonly sessions: AccountSessions,
  ) {}

  /** @throws Forbidden, NotFound */
  execute(input: { caller: Caller; userId: number; request: PageRequest }): Promise<Page<AccountSession>> {
    const { request, ...target } = input;
    return this.administerAccount.execute({ ...target, action: 'user.sessions_listed' }, (user) =>
      this.sessions.pageOf(user.id, request),
    );
  }
}
