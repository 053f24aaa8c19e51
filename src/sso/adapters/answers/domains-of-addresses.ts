import { Injectable } from '@nestjs/common';
import { DiscardForeignLinks } from '../../application/discard-foreign-links.js';
import { JudgeDomain } from '../../application/judge-domain.js';
import { AddressDomains, type DomainStanding } from '../../../accounts/application/ports/address-domains.js';

@Injectable()
export class DomainsOfAddresses extends AddressDomains {
  constructor(
    private readonly judgeDomain: JudgeDomain,
    private readonly foreignLinks: DiscardForeignLinks,
  ) {
    super();
  }

  async standingOf(organizationId: number, emailKey: string): Promise<DomainStanding> {
    const standing = await this.judgeDomain.execute({ organizationId, emailKey });
    // It no longer speaks for any address.
    return standing === 'lost' ? 'not_owned' : standing;
  }

  discardForeignLinks(account: { userId: number; emailKey: string }): Promise<void> {
    return this.foreignLinks.execute(account);
  }

  discardLinks(userId: number): Promise<void> {
    return this.foreignLinks.all(userId);
  }
}
