import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { Organization } from '../domain/organization.js';
import { Organizations } from './ports/organizations.js';

@Injectable()
export class ReadOrganization {
  constructor(
    private readonly access: AccessControl,
    private readonly organizations: Organizations,
  ) {}

  /** @throws Forbidden for a stranger, whether it exists or not; NotFound for a system administrator */
  async execute(caller: Caller, organizationId: number): Promise<Organization> {
    await this.access.require(caller, 'organization.read', { organizationId });
    const organization = await this.organizations.find(organizationId);
    if (organization === null) throw new NotFound('Organization');
    return organization;
  }
}
