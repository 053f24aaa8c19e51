import { Injectable } from '@nestjs/common';
import type { User } from '../domain/user.js';
import { Users } from './ports/users.js';

@Injectable()
export class HoldAccount {
  constructor(private readonly users: Users) {}

  /**
   * Keeps the account's credentials and status from changing until the caller's unit of work ends; others may hold it too.
   * @returns `null` for an unknown and for a disabled account
   */
  async execute(userId: number): Promise<User | null> {
    const user = await this.users.hold(userId);
    return user?.isActive === true ? user : null;
  }
}
