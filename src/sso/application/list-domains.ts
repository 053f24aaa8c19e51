import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { ClaimedDomain } from '../domain/claimed-domain.js';
import { ClaimedDomains } from './ports/claimed-domains.js';

@Injectable()
export class ListDomains {
  constructor(
    private readonly access: AccessControl,
    private readonly domains: ClaimedDomains,
  ) {}

  /** @throws Forbidden */
  async execute(caller: Caller, organizationId: number, request: PageRequest): Promise<Page<ClaimedDomain>> {
    await this.access.require(caller, 'sso.read', { organizationId });
    return this.domains.pageOf(organizationId, request);
  }
}
