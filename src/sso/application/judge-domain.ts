import { Injectable } from '@nestjs/common';
import { domainOf } from '../domain/address-domain.js';
import type { DomainStanding } from '../domain/linking.js';
import { OwnedDomains } from './ports/domain-names.js';

@Injectable()
export class JudgeDomain {
  constructor(private readonly domains: OwnedDomains) {}

  /** How an organization stands to the domain of an address, by what it has shown so far. @param input.emailKey as addresses are compared */
  execute({ organizationId, emailKey }: { organizationId: number; emailKey: string }): Promise<DomainStanding> {
    return this.domains.standingOf(organizationId, domainOf(emailKey));
  }
}
