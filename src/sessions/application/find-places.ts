import { Injectable } from '@nestjs/common';
import { HasOpenInvitation } from '../../invitations/application/has-open-invitation.js';
import { ListAffiliations } from '../../organizations/application/list-affiliations.js';

/** Where a person who logs in belongs. */
export interface Places {
  /** Most powerful role first. */
  readonly affiliations: Awaited<ReturnType<ListAffiliations['execute']>>;
  /**
   * Whether every organization of the person has suspended them and none invites them: then this service has nothing for
   * them.
   */
  readonly isShutOut: boolean;
}

@Injectable()
export class FindPlaces {
  constructor(
    private readonly listAffiliations: ListAffiliations,
    private readonly hasOpenInvitation: HasOpenInvitation,
  ) {}

  async execute(userId: number): Promise<Places> {
    const { affiliations, isSuspendedEverywhere } = await this.listAffiliations.withSuspension(userId);
    return { affiliations, isShutOut: isSuspendedEverywhere && !(await this.hasOpenInvitation.execute(userId)) };
  }
}
