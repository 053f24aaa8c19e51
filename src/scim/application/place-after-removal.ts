import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { isLive, provisionerOf } from '../domain/scim-token.js';
import { LockPerson } from './lock-person.js';
import { PlaceWaiting } from './place-waiting.js';
import { ScimTokens } from './ports/scim-tokens.js';
import { UserLinks } from './ports/user-links.js';

/** Carries `organization_id` and `user_id`. */
export const MEMBER_REMOVED = 'scim.member-removed';

/**
 * A member was removed by hand, and a user of the directory waits for their address. A job, because a removal locks the organization before
 * the account. It acts for the token that brought the user, within what that may do now.
 */
@Injectable()
export class PlaceAfterRemoval {
  constructor(
    private readonly lockPerson: LockPerson,
    private readonly placeWaiting: PlaceWaiting,
    private readonly userLinks: UserLinks,
    private readonly tokens: ScimTokens,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Doing it again changes nothing. Without a live token they wait for the next change by the directory. */
  execute({ organizationId, userId }: { organizationId: number; userId: number }): Promise<void> {
    return this.unitOfWork.run(async () => {
      await this.lockPerson.byAccount(userId, organizationId, null);
      const waiting = await this.userLinks.lockWaiting(organizationId, userId);
      const token = waiting && (await this.tokens.find(organizationId, waiting.tokenId));
      if (token !== null && isLive(token, this.clock.now())) await this.placeWaiting.execute(provisionerOf(token), userId);
    });
  }
}
