import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import type { Permission } from '../../shared/permission.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { ClaimedDomain } from '../domain/claimed-domain.js';
import { ClaimedDomains } from './ports/claimed-domains.js';

/** Finds a claimed domain for someone who may do something with it. */
@Injectable()
export class EnterDomain {
  constructor(
    private readonly access: AccessControl,
    private readonly domains: ClaimedDomains,
  ) {}

  /** @throws NotFound for a missing one and for a stranger; Forbidden */
  async execute(caller: Caller, permission: Permission, domainId: number): Promise<ClaimedDomain> {
    const claim = await this.domains.find(domainId);
    if (claim === null) throw new NotFound('Domain');
    await this.access.require(caller, permission, { organizationId: claim.organizationId }, 'Domain');
    return claim;
  }
}
