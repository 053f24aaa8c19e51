import { Injectable } from '@nestjs/common';
import { domainOf } from '../domain/address-domain.js';
import { startUrlOf } from '../domain/service-addresses.js';
import { ServiceOrigin } from '../../shared/ports/service-origin.js';
import { addressOf } from '../../shared/email-key.js';
import { OwnedDomains } from './ports/domain-names.js';

/** Finds where members of an organization log in through their identity provider. */
@Injectable()
export class FindSignOnOfOrganization {
  constructor(
    private readonly domains: OwnedDomains,
    private readonly service: ServiceOrigin,
  ) {}

  /** @returns `null` while the organization has no active connection */
  async execute(input: { organizationId: number; email: string | null }): Promise<{ connectionId: number; startUrl: string } | null> {
    const { organizationId, email } = input;
    const address = addressOf(email);
    const found = await this.domains.signOnAt(organizationId, address && domainOf(address.key));
    return found && { connectionId: found.connectionId, startUrl: startUrlOf(this.service.publicUrl, found.connectionId) };
  }
}
