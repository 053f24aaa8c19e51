import { Injectable } from '@nestjs/common';
import { ListHolders } from '../../../organizations/application/list-holders.js';
import type { Contact } from '../../../shared/mail-to.js';
import { Enforcers } from '../../application/ports/enforcers.js';

@Injectable()
export class OrganizationEnforcers extends Enforcers {
  constructor(private readonly listHolders: ListHolders) {
    super();
  }

  of(organizationId: number): Promise<readonly Contact[]> {
    return this.listHolders.execute(organizationId, 'sso.enforce');
  }
}
