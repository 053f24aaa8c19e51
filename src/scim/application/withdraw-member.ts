import { Injectable } from '@nestjs/common';
import { Jobs } from '../../shared/ports/jobs.js';
import { MEMBER_REMOVED } from './place-after-removal.js';
import { Resources } from './ports/resources.js';
import { UserLinks } from './ports/user-links.js';

/** A person who is removed from the organization by hand is not a user of its directory any more. */
@Injectable()
export class WithdrawMember {
  constructor(
    private readonly resources: Resources,
    private readonly userLinks: UserLinks,
    private readonly jobs: Jobs,
  ) {}

  /** Joins the unit of work of the removal, before the membership ends. */
  async execute(input: { organizationId: number; userId: number }): Promise<void> {
    const { organizationId, userId } = input;
    const resource = await this.resources.findByAccount(organizationId, userId);
    if (resource !== null) await this.resources.remove(organizationId, resource.id);
    if ((await this.userLinks.lockWaiting(organizationId, userId)) !== null)
      await this.jobs.enqueue(MEMBER_REMOVED, { organization_id: organizationId, user_id: userId });
  }
}
