import { Injectable } from '@nestjs/common';
import { ListAffiliations } from '../../../organizations/application/list-affiliations.js';
import { Affiliations, type OrganizationOfCaller } from '../../application/ports/affiliations.js';

@Injectable()
export class OrganizationAffiliations extends Affiliations {
  constructor(private readonly listAffiliations: ListAffiliations) {
    super();
  }

  async organizationsOf(userId: number): Promise<readonly OrganizationOfCaller[]> {
    const affiliations = await this.listAffiliations.execute(userId);
    return affiliations.map(({ organizationId, organizationName, roleName }) => ({
      id: organizationId,
      name: organizationName,
      role: roleName,
    }));
  }
}
