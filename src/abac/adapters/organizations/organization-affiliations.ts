import { Injectable } from '@nestjs/common';
import { ListEnteredAffiliations } from '../../../organizations/application/list-entered-affiliations.js';
import type { Caller } from '../../../shared/caller.js';
import type { Permission } from '../../../shared/permission.js';
import { Affiliations } from '../../application/ports/affiliations.js';

@Injectable()
export class OrganizationAffiliations extends Affiliations {
  constructor(private readonly listAffiliations: ListEnteredAffiliations) {
    super();
  }

  async where(caller: Caller, permission: Permission): Promise<readonly number[]> {
    const affiliations = await this.listAffiliations.execute(caller);
    return affiliations
      .filter(({ permissions }) => permissions.includes('*') || permissions.includes(permission))
      .map(({ organizationId }) => organizationId);
  }
}
