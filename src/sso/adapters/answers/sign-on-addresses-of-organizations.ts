import { Injectable } from '@nestjs/common';
import { FindSignOnAddress } from '../../application/find-sign-on-address.js';
import { SignOnAddresses } from '../../../organizations/application/ports/sign-on-addresses.js';

@Injectable()
export class SignOnAddressesOfOrganizations extends SignOnAddresses {
  constructor(private readonly findSignOnAddress: FindSignOnAddress) {
    super();
  }

  of(organizationId: number, email: string): ReturnType<SignOnAddresses['of']> {
    return this.findSignOnAddress.execute({ organizationId, email });
  }
}
