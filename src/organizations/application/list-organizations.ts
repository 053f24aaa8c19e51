import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { Organization } from '../domain/organization.js';
import { Organizations } from './ports/organizations.js';

@Injectable()
export class ListOrganizations {
  constructor(
    private readonly access: AccessControl,
    private readonly organizations: Organizations,
  ) {}

  /**
   * The organizations that the caller's session is good for, without those that a policy closes to them; a system administrator sees all.
   * @throws Unavailable while policies are not loaded
   */
  async execute(caller: Caller, request: PageRequest): Promise<Page<Organization>> {
    if (caller.isSystemAdmin) return this.organizations.pageOfAll(request);
    const entered = await this.organizations.enteredBy(caller);
    const bound = entered.filter(({ policyEpoch }) => policyEpoch !== null).map(({ organizationId }) => organizationId);
    const refused = bound.length === 0 ? [] : await this.access.refusedOrganizations(caller, 'organization.read', bound);
    return this.organizations.pageOfEntered(caller, refused, request);
  }
}
