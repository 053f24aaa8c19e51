import { Injectable } from '@nestjs/common';
import { type EmailCollision, Users } from './ports/users.js';

/**
 * Lists accounts that another spelling of their address used to reach and no longer does, since one mailbox is one
 * account.
 */
@Injectable()
export class ListEmailCollisions {
  constructor(private readonly users: Users) {}

  execute(): Promise<readonly EmailCollision[]> {
    return this.users.emailCollisions();
  }
}
