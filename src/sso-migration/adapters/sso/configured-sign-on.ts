import { Injectable } from '@nestjs/common';
import { DescribeSsoReadiness } from '../../../sso/application/describe-sso-readiness.js';
import { FindSignOnAddress } from '../../../sso/application/find-sign-on-address.js';
import { SignOn } from '../../application/ports/sign-on.js';

@Injectable()
export class ConfiguredSignOn extends SignOn {
  constructor(
    private readonly describeSsoReadiness: DescribeSsoReadiness,
    private readonly findSignOnAddress: FindSignOnAddress,
  ) {
    super();
  }

  readinessOf(organizationId: number): ReturnType<SignOn['readinessOf']> {
    return this.describeSsoReadiness.execute({ organizationId, userIds: [] });
  }

  async startUrlFor(organizationId: number, email: string): Promise<string | null> {
    return (await this.findSignOnAddress.execute({ organizationId, email }))?.startUrl ?? null;
  }
}
