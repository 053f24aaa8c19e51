import { Injectable } from '@nestjs/common';
import { DiscardForeignLinks } from '../../application/discard-foreign-links.js';
import { DescribeSignOn } from '../../application/describe-sign-on.js';
import { JudgeDomain } from '../../application/judge-domain.js';
import { ListOwnIdentities } from '../../application/list-own-identities.js';
import { AddressDomains, type DomainStanding } from '../../../accounts/application/ports/address-domains.js';

@Injectable()
export class DomainsOfAddresses extends AddressDomains {
  constructor(
    private readonly judgeDomain: JudgeDomain,
    private readonly foreignLinks: DiscardForeignLinks,
    private readonly describeSignOn: DescribeSignOn,
    private readonly listOwnIdentities: ListOwnIdentities,
  ) {
    super();
  }

  async standingOf(organizationId: number, emailKey: string): Promise<DomainStanding> {
    const standing = await this.judgeDomain.execute({ organizationId, emailKey });
    // It no longer speaks for any address.
    return standing === 'lost' ? 'not_owned' : standing;
  }

  async isSignOnRequiredAt(email: string): Promise<boolean> {
    return (await this.describeSignOn.execute(email))?.isRequired === true;
  }

  signOnOf(userId: number): Promise<number | null> {
    return this.listOwnIdentities.organizationLettingIn(userId);
  }

  discardForeignLinks(account: { userId: number; emailKey: string }): Promise<void> {
    return this.foreignLinks.execute(account);
  }

  discardLinks(userId: number): Promise<void> {
    return this.foreignLinks.all(userId);
  }
}
