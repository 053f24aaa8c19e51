import { Injectable } from '@nestjs/common';
import { domainOf } from '../domain/address-domain.js';
import { startUrlOf } from '../domain/service-addresses.js';
import { ServiceOrigin } from '../../shared/ports/service-origin.js';
import { addressOf } from '../../shared/email-key.js';
import { OwnedDomains } from './ports/domain-names.js';

/**
 * Finds where people log in, by the domain of their address. Looks at the domain alone, so that it does not reveal who
 * has an account.
 */
@Injectable()
export class FindSignOnByEmail {
  constructor(
    private readonly domains: OwnedDomains,
    private readonly service: ServiceOrigin,
  ) {}

  /**
   * @returns `null` for an invalid address and for domains that no organization has verified; with the same lookup for
   * all of them
   */
  async execute(email: string): Promise<{ organizationId: number; connectionId: number; startUrl: string } | null> {
    const address = addressOf(email);
    const found = await this.domains.signOnOf(address === null ? '' : domainOf(address.key));
    return found && { ...found, startUrl: startUrlOf(this.service.publicUrl, found.connectionId) };
  }
}
