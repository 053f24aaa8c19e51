import { Injectable } from '@nestjs/common';
import { type ClaimedRole, ProvisionedGrants } from './ports/provisioned-grants.js';

/** Which roles a member holds because of groups among the claims of a login. */
@Injectable()
export class ReadClaimedRoles {
  constructor(private readonly grants: ProvisionedGrants) {}

  execute(organizationId: number, userId: number): Promise<readonly ClaimedRole[]> {
    return this.grants.claimedBy(organizationId, userId);
  }
}
