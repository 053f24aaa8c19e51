import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
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
   * Lists them in the order of their creation. @param input.search words of names, usernames or addresses, or their beginnings
   * @throws Forbidden
   */
  async execute(input: { caller: Caller; search: string | null; request: PageRequest }): Promise<Page<User>> {
    await this.access.requireSystemAdmin(input.caller, 'user.list');
    return this.users.pageOf(input.search?.trim() || null, input.request);
  }
}
