import { Injectable } from '@nestjs/common';
import { JudgeDomain } from '../../../sso/application/judge-domain.js';
import { AddressDomains } from '../../application/ports/address-domains.js';

@Injectable()
export class DomainsOfAddresses extends AddressDomains {
  constructor(private readonly judgeDomain: JudgeDomain) {
    super();
  }

  standingOf(organizationId: number, emailKey: string): ReturnType<AddressDomains['standingOf']> {
    return this.judgeDomain.execute({ organizationId, emailKey });
  }
}
