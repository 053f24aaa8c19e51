import { Injectable } from '@nestjs/common';
import { GuardedFetch, PLAIN } from '../../../platform/network/guarded-fetch.js';
import { ProviderAddresses } from '../../application/ports/provider-addresses.js';
import type { Sentence } from '../../../shared/sentence.js';

const MALFORMED = 'Send an address such as https://login.example/app, without a name and password.';

@Injectable()
export class GuardedAddresses extends ProviderAddresses {
  constructor(private readonly guardedFetch: GuardedFetch) {
    super();
  }

  faultToAsk(url: string): Sentence | null {
    return this.guardedFetch.problemOf(url, MALFORMED);
  }

  faultToVisit(url: string): Sentence | null {
    const fault = this.guardedFetch.faultOf(url);
    if (fault === 'PLAIN_HTTP' || (fault !== 'ADDRESS_MALFORMED' && this.guardedFetch.isPlain(new URL(url)))) return PLAIN;
    return fault === 'ADDRESS_MALFORMED' ? MALFORMED : null;
  }
}
