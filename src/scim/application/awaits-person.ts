import { Injectable } from '@nestjs/common';
import { UserLinks } from './ports/user-links.js';

@Injectable()
export class AwaitsPerson {
  constructor(private readonly userLinks: UserLinks) {}

  /** Whether the directory of the organization has an active user with the address who is not a member yet. */
  execute(input: { organizationId: number; emailKey: string }): Promise<boolean> {
    return this.userLinks.isAwaited(input.organizationId, input.emailKey);
  }
}
