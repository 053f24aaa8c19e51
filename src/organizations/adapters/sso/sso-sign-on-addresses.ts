import { Injectable } from '@nestjs/common';
import { FindSignOnAddress } from '../../../sso/application/find-sign-on-address.js';
import { SignOnAddresses } from '../../application/ports/sign-on-addresses.js';

@Injectable()
export class SsoSignOnAddresses extends SignOnAddresses {
  constructor(private readonly findSignOnAddress: FindSignOnAddress) {
    super();
  }

  of(organizationId: number, email: string): ReturnType<SignOnAddresses['of']> {
    return this.findSignOnAddress.execute({ organizationId, email });
  }
}
