import { Injectable } from '@nestjs/common';
import { type OrganizationLock, Organizations } from './ports/organizations.js';

/** Other contexts use it to take turns at what they keep for an organization: its row is locked only here. */
@Injectable()
export class LockOrganization {
  constructor(private readonly organizations: Organizations) {}

  /** Until the caller's unit of work ends. @returns whether there is such an organization */
  execute(organizationId: number, mode: OrganizationLock): Promise<boolean> {
    return this.organizations.lockRow(organizationId, mode);
  }
}
