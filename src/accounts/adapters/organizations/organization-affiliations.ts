import { Injectable } from '@nestjs/common';
import { ListAffiliations } from '../../../organizations/application/list-affiliations.js';
import { Affiliations } from '../../application/ports/affiliations.js';

@Injectable()
export class OrganizationAffiliations extends Affiliations {
  constructor(private readonly listAffiliations: ListAffiliations) {
    super();
  }

  async organizationNamesOf(userId: number): Promise<readonly string[]> {
    return (await this.listAffiliations.execute(userId)).map((affiliation) => affiliation.organizationName);
  }
}
