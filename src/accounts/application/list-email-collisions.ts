import { Injectable } from '@nestjs/common';
import { type EmailCollision, Users } from './ports/users.js';

/** Accounts that an address of another spelling leads to no more, since one mailbox is one account. */
@Injectable()
export class ListEmailCollisions {
  constructor(private readonly users: Users) {}

  execute(): Promise<readonly EmailCollision[]> {
    return this.users.emailCollisions();
  }
}
