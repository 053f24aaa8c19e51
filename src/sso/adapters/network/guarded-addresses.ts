import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { GuardedFetch } from '../../../platform/network/guarded-fetch.js';
import { ProviderAddresses } from '../../application/ports/provider-addresses.js';
import type { Sentence } from '../../../shared/sentence.js';

const MALFORMED = 'Send an address such as https://login.example/app, without a name and password.';

const PLAIN = 'Send an address that begins with https.';

@Injectable()
export class GuardedAddresses extends ProviderAddresses {
  constructor(
    private readonly guardedFetch: GuardedFetch,
    private readonly config: Config,
  ) {
    super();
  }

  faultToAsk(url: string): Sentence | null {
    const fault = this.guardedFetch.faultOf(url);
    if (fault === null) return this.isPlain(url) ? PLAIN : null;
    if (fault === 'PLAIN_HTTP') return PLAIN;
    return fault === 'ADDRESS_REFUSED'
      ? 'This installation does not connect to that address. Choose another one, or ask the operator to allow it.'
      : MALFORMED;
  }

  faultToVisit(url: string): Sentence | null {
    const fault = this.guardedFetch.faultOf(url);
    if (fault === 'PLAIN_HTTP' || (fault !== 'ADDRESS_MALFORMED' && this.isPlain(url))) return PLAIN;
    return fault === 'ADDRESS_MALFORMED' ? MALFORMED : null;
  }

  /** The name is not looked up here. Without encryption, it may only be this machine. */
  private isPlain(url: string): boolean {
    const { protocol, hostname } = new URL(url);
    const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
    return protocol === 'http:' && !isHere && !this.config.sso.allowsPlainHttp;
  }
}
