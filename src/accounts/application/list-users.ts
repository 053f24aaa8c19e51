import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { nameKeyOf } from '../../shared/email-key.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { User } from '../domain/user.js';
import { Users } from './ports/users.js';

@Injectable()
export class ListUsers {
  constructor(
    private readonly access: AccessControl,
    private readonly users: Users,
  ) {}

  /**
   * Lists them in the order of their creation. @param input.search beginning of a username or e-mail address @throws
   * Forbidden
   */
  async execute(input: { caller: Caller; search: string | null; request: PageRequest }): Promise<Page<User>> {
    await this.access.requireSystemAdmin(input.caller, 'user.list');
    const key = nameKeyOf(input.search ?? '');
    return this.users.pageOf(key === '' ? null : key, input.request);
  }
}
