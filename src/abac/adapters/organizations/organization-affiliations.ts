import { Injectable } from '@nestjs/common';
import { ListAffiliations } from '../../../organizations/application/list-affiliations.js';
import type { Permission } from '../../../shared/permission.js';
import { Affiliations } from '../../application/ports/affiliations.js';

@Injectable()
export class OrganizationAffiliations extends Affiliations {
  constructor(private readonly listAffiliations: ListAffiliations) {
    super();
  }

  async where(userId: number, permission: Permission): Promise<readonly number[]> {
    const affiliations = await this.listAffiliations.execute(userId);
    return affiliations
      .filter(({ permissions }) => permissions.includes('*') || permissions.includes(permission))
      .map(({ organizationId }) => organizationId);
  }
}
