import { Injectable } from '@nestjs/common';
import { AdministerAccount } from '../../accounts/application/administer-account.js';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { ListSessions } from './list-sessions.js';
import type { SessionRow } from './ports/sessions.js';

@Injectable()
export class ListUserSessions {
  constructor(
    private readonly administerAccount: AdministerAccount,
    private readonly listSessions: ListSessions,
  ) {}

  /** @throws Forbidden, NotFound */
  execute(input: { caller: Caller; userId: number; request: PageRequest }): Promise<Page<SessionRow>> {
    const { request, ...target } = input;
    return this.administerAccount.execute({ ...target, action: 'user.sessions_listed' }, () =>
      this.listSessions.execute(target.userId, request),
    );
  }
}
