import { Injectable } from '@nestjs/common';
import { ListAffiliations } from '../../../organizations/application/list-affiliations.js';
import { TrustLimit } from '../../application/ports/owner.js';

@Injectable()
export class OrganizationTrustLimit extends TrustLimit {
  constructor(private readonly listAffiliations: ListAffiliations) {
    super();
  }

  async daysOf(userId: number): Promise<number | null> {
    const limits = (await this.listAffiliations.execute(userId)).map((affiliation) => affiliation.deviceTrustDays);
    return limits.reduce(
      (strictest, days) => (strictest === null ? days : Math.min(strictest, days ?? strictest)),
      null,
    );
  }
}
