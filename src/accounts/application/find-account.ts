import { Injectable } from '@nestjs/common';
import type { User } from '../domain/user.js';
import { Users } from './ports/users.js';

@Injectable()
export class FindAccount {
  constructor(private readonly users: Users) {}

  /** @returns `null` for an unknown and for a disabled account */
  async execute(userId: number): Promise<User | null> {
    const user = await this.users.find(userId);
    return user?.isActive === true ? user : null;
  }
}
