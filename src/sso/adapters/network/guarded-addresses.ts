import { Injectable } from '@nestjs/common';
import { GuardedFetch } from '../../../platform/network/guarded-fetch.js';
import { ProviderAddresses } from '../../application/ports/provider-addresses.js';

const MALFORMED = 'Must be an address such as https://login.example/app, without a name and password.';

@Injectable()
export class GuardedAddresses extends ProviderAddresses {
  constructor(private readonly guardedFetch: GuardedFetch) {
    super();
  }

  faultToAsk(url: string): string | null {
    const fault = this.guardedFetch.faultOf(url);
    if (fault === null) return null;
    if (fault === 'PLAIN_HTTP') return 'Must begin with https.';
    return fault === 'ADDRESS_REFUSED' ? 'This installation does not connect to that address.' : MALFORMED;
  }

  faultToVisit(url: string): string | null {
    const fault = this.guardedFetch.faultOf(url);
    if (fault === null || fault === 'ADDRESS_REFUSED') return null;
    return fault === 'PLAIN_HTTP' ? 'Must begin with https.' : MALFORMED;
  }
}
