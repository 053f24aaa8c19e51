import { Injectable } from '@nestjs/common';
import { FindSignOnOfOrganization } from '../../application/find-sign-on-of-organization.js';
import { type SignOnAddress, SignOnAddresses } from '../../../organizations/application/ports/sign-on-addresses.js';

@Injectable()
export class SignOnAddressesOfOrganizations extends SignOnAddresses {
  constructor(private readonly findSignOnOfOrganization: FindSignOnOfOrganization) {
    super();
  }

  of(organizationId: number, email: string): Promise<SignOnAddress | null> {
    return this.findSignOnOfOrganization.execute({ organizationId, email });
  }
}
