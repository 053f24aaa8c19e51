import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { SignOnAddresses } from '../../application/ports/sign-on-addresses.js';
import { addressesOf } from '../../domain/service-addresses.js';

@Injectable()
export class OwnAddresses extends SignOnAddresses {
  constructor(private readonly config: Config) {
    super();
  }

  startOfTest(connectionId: number, ticket: string): string {
    const { publicUrl } = this.config.http;
    const url = new URL(addressesOf(publicUrl, { id: connectionId, type: 'oidc' }).startUrl);
    url.searchParams.set('test', ticket);
    url.searchParams.set('return_to', `${publicUrl}/`);
    return url.href;
  }
}
