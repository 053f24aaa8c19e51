import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Permission } from '../../shared/permission.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { ClaimedDomain } from '../domain/claimed-domain.js';
import { ClaimedDomains } from './ports/claimed-domains.js';

/** Finds a claimed domain for a caller who may do something with it. */
@Injectable()
export class EnterDomain {
  constructor(
    private readonly access: AccessControl,
    private readonly domains: ClaimedDomains,
  ) {}

  /** @throws NotFound for a missing one and for a stranger; Forbidden */
  async execute(caller: Caller, permission: Permission, domainId: number): Promise<ClaimedDomain> {
    const claim = await this.domains.findFor(caller, domainId);
    if (claim === null) {
      const asked = { type: 'sso_domain', id: domainId, name: 'Domain' } as const;
      throw await this.access.refuseUnknown(caller, permission, asked);
    }
    await this.access.require(caller, permission, { organizationId: claim.organizationId }, 'Domain');
    return claim;
  }
}
