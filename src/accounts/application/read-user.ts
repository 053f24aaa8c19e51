import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { User } from '../domain/user.js';
import { AdministerAccount } from './administer-account.js';

@Injectable()
export class ReadUser {
  constructor(private readonly administerAccount: AdministerAccount) {}

  /** @throws Forbidden, NotFound */
  execute(caller: Caller, userId: number): Promise<User> {
    return this.administerAccount.execute({ caller, userId, action: 'user.read' }, async (user) => user);
  }
}
