import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { UserLinks } from './ports/user-links.js';

/** The organization whose directory manages a member. */
@Injectable()
export class FindManagingDirectory {
  constructor(
    private readonly userLinks: UserLinks,
    private readonly clock: Clock,
  ) {}

  execute(userId: number): Promise<number | null> {
    return this.userLinks.managerOf(userId, this.clock.now());
  }
}
