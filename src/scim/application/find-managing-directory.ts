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

  /** Whether the directory of this organization does. */
  manages({ organizationId, userId }: { readonly organizationId: number; readonly userId: number }): Promise<boolean> {
    return this.userLinks.isManaged(organizationId, userId, this.clock.now());
  }
}
