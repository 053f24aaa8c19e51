import { Injectable } from '@nestjs/common';
import { DescribeSsoReadiness } from '../../../sso/application/describe-sso-readiness.js';
import { FindSignOnAddress } from '../../../sso/application/find-sign-on-address.js';
import { FindSignOnOfAddress } from '../../../sso/application/find-sign-on-of-address.js';
import { RecheckDomains } from '../../../sso/application/recheck-domains.js';
import { SignOn, type SignOnAddress, type SignOnReadiness } from '../../application/ports/sign-on.js';

@Injectable()
export class ConfiguredSignOn extends SignOn {
  constructor(
    private readonly describeSsoReadiness: DescribeSsoReadiness,
    private readonly recheckDomains: RecheckDomains,
    private readonly findSignOnAddress: FindSignOnAddress,
    private readonly findSignOnOfAddress: FindSignOnOfAddress,
  ) {
    super();
  }

  readinessOf(organizationId: number, userIds: readonly number[]): Promise<SignOnReadiness> {
    return this.describeSsoReadiness.execute({ organizationId, userIds });
  }

  async domainsInDns(organizationId: number): Promise<readonly string[]> {
    const checked = await this.recheckDomains.execute({ organizationId });
    return checked.filter(({ isVerified }) => isVerified).map(({ domain }) => domain);
  }

  addressFor(organizationId: number, email: string | null): Promise<SignOnAddress | null> {
    return this.findSignOnAddress.execute({ organizationId, email });
  }

  ofAddress(email: string): ReturnType<SignOn['ofAddress']> {
    return this.findSignOnOfAddress.execute(email);
  }
}
