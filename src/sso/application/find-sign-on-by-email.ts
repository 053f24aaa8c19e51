import { Injectable } from '@nestjs/common';
import { domainOf } from '../domain/address-domain.js';
import { startUrlOf } from '../domain/service-addresses.js';
import { ServiceOrigin } from '../../shared/ports/service-origin.js';
import { addressOf } from '../../shared/email-key.js';
import { OwnedDomains } from './ports/domain-names.js';

/** Where people log in, by the domain of their address. Looks at the domain alone, so that nobody learns who has an account. */
@Injectable()
export class FindSignOnByEmail {
  constructor(
    private readonly domains: OwnedDomains,
    private readonly service: ServiceOrigin,
  ) {}

  /** @returns `null` for what is no address and for domains that nobody has verified; the same one look for all of them */
  async execute(email: string): Promise<{ organizationId: number; connectionId: number; startUrl: string } | null> {
    const address = addressOf(email);
    const found = await this.domains.signOnOf(address === null ? '' : domainOf(address.key));
    return found && { ...found, startUrl: startUrlOf(this.service.publicUrl, found.connectionId) };
  }
}
