import { Injectable } from '@nestjs/common';
import { type OrganizationHold, Organizations } from './ports/organizations.js';

/** Lets other contexts take turns at what they keep for an organization: nobody but this context locks its row. */
@Injectable()
export class HoldOrganization {
  constructor(private readonly organizations: Organizations) {}

  /** Until the caller's unit of work ends. @returns whether there is such an organization */
  execute(organizationId: number, hold: OrganizationHold): Promise<boolean> {
    return this.organizations.hold(organizationId, hold);
  }
}
