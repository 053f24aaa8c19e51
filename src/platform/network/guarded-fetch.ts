import { Injectable, Optional } from '@nestjs/common';
import { FairQueue } from '../../shared/fair-queue.js';
import type { Sentence } from '../../shared/sentence.js';
import { Config } from '../config/config.js';
import { AllowedNetworks, isLoopbackAddress } from './allowed-networks.js';
import { traced } from '../tracing/tracing.js';
import { hostOf } from './host-literal.js';
import { HostResolver } from './host-resolver.js';
import { type Exchange, FetchFailed, type FetchFault, exchange } from './vetted-exchange.js';

/** A party whose servers do not answer must not use up the memory or the time of the others. */
const AT_ONCE = 16;
const LONGEST_LINE = 50;
const LONGEST_WAIT = 400;
const AT_ONCE_OF_ONE = 4;
/** For one exchange, from the lookup of the name to the last byte. */
const DEADLINE_MS = 10_000;

const MOST_REDIRECTS = 3;

export const PLAIN = 'Send an address that begins with https.';

export interface OutgoingRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The party that asked, for example `organization 7`; parties take turns. */
  readonly party: string;
  /** Whether a redirect to the same host is followed, to an address that is judged as the first one was. */
  readonly followsOnSite?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** `false`: status and headers are the answer, whatever follows them. */
  readonly needsBody?: boolean;
}

/**
 * HTTP to addresses that other parties name, by default in `config.sso.networks`. It follows no redirect to another host, reads no more than 1 MiB,
 * takes no longer than 10 seconds, and connects to exactly the addresses that were judged: a name cannot mean something
 * else a moment later.
 */
@Injectable()
export class GuardedFetch {
  private readonly networks: AllowedNetworks;
  private readonly allowsPlainHttp: boolean;

  constructor(
    config: Config,
    private readonly resolver: HostResolver,
    @Optional() networks: readonly string[] = config.sso.networks,
    @Optional() private readonly queue: FairQueue = new FairQueue(AT_ONCE, LONGEST_LINE, LONGEST_WAIT, AT_ONCE_OF_ONE),
  ) {
    this.networks = new AllowedNetworks(networks);
    this.allowsPlainHttp = config.sso.allowsPlainHttp;
  }

  /** What is wrong with an address, without a lookup; `null` does not promise that `fetch` will go there. */
  faultOf(address: string): FetchFault | null {
    const url = URL.canParse(address) ? new URL(address) : null;
    const host = url === null ? undefined : hostOf(url.hostname);
    if (url === null || host === undefined || !/^https?:$/.test(url.protocol)) return 'ADDRESS_MALFORMED';
    // They would travel on to logs and error messages.
    if (url.username !== '' || url.password !== '') return 'ADDRESS_MALFORMED';
    if (host.kind === 'name') return null;
    if (!this.networks.allows(host.address)) return 'ADDRESS_REFUSED';
    return this.isSecret(url, [host.address]) ? null : 'PLAIN_HTTP';
  }

  /** What is wrong with an address, in words for the person who entered it; makes no lookup. @param malformed the words for a text that is no address */
  problemOf(address: string, malformed: Sentence): Sentence | null {
    const fault = this.faultOf(address);
    if (fault === 'PLAIN_HTTP' || (fault === null && this.isPlain(new URL(address)))) return PLAIN;
    if (fault === 'ADDRESS_REFUSED')
      return 'This installation does not connect to that address. Choose another one, or ask the operator to allow it.';
    return fault === null ? null : malformed;
  }

  /** Whether it has to be encrypted and is not. No name is looked up: only names of this machine may be plain. */
  isPlain({ protocol, hostname }: URL): boolean {
    return protocol === 'http:' && !this.allowsPlainHttp && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  }

  /**
   * @returns the whole answer, read; with any status but a redirect
   * @throws FetchFailed @throws Unavailable when too many wait
   */
  async fetch(address: string, request: OutgoingRequest): Promise<Response> {
    const fault = this.faultOf(address);
    if (fault !== null) throw new FetchFailed(fault);
    const url = new URL(address);
    const deadline = new AbortController();
    const late = setTimeout(() => deadline.abort(), DEADLINE_MS).unref();
    const giveUp = (): void => deadline.abort();
    request.signal?.addEventListener('abort', giveUp, { once: true });
    try {
      request.signal?.throwIfAborted();
      const { signal } = deadline;
      return await this.queue.run(request.party, () => this.following({ ...request, url, signal }), signal);
    } catch (error) {
      // It failed because the time was over.
      if (deadline.signal.aborted) throw new FetchFailed('TOO_SLOW', { cause: error });
      throw error;
    } finally {
      clearTimeout(late);
      request.signal?.removeEventListener('abort', giveUp);
    }
  }

  private async following(request: OutgoingRequest & Pick<Exchange, 'url' | 'signal'>): Promise<Response> {
    let { url } = request;
    for (let left = request.followsOnSite === true ? MOST_REDIRECTS : 0; ; left -= 1) {
      try {
        return await this.exchange({ ...request, url });
      } catch (error) {
        const next =
          error instanceof FetchFailed && error.leadsTo !== null && URL.canParse(error.leadsTo, url) ? new URL(error.leadsTo, url) : null;
        if (left === 0 || next === null || next.origin !== url.origin || this.faultOf(next.href) !== null) throw error;
        url = next;
      }
    }
  }

  private async exchange(request: OutgoingRequest & Pick<Exchange, 'url' | 'signal'>): Promise<Response> {
    const { method = 'GET', headers = {}, body, url, signal, party, needsBody = true } = request;
    const addresses = await this.addressesOf(url, party);
    signal.throwIfAborted();
    if (addresses.length === 0) throw new FetchFailed('UNREACHABLE');
    // All of them: the owner of a name may put one of our addresses beside one of their own.
    if (!addresses.every((one) => this.networks.allows(one))) throw new FetchFailed('ADDRESS_REFUSED');
    if (!this.isSecret(url, addresses)) throw new FetchFailed('PLAIN_HTTP');
    const attributes = { 'http.request.method': method, 'server.address': url.hostname };
    return traced(method, 'CLIENT', attributes, (trace) =>
      exchange({ url, addresses, method, headers: { ...headers, ...trace }, body, signal, needsBody }),
    );
  }

  private async addressesOf(url: URL, party: string): Promise<readonly string[]> {
    const host = hostOf(url.hostname);
    if (host?.kind !== 'name') return host === undefined ? [] : [host.address];
    const found = await this.resolver.addressesOf(host.name, party);
    return [...new Set(found.map(canonical))];
  }

  /** A request to this very machine crosses no network where it could be read. */
  private isSecret(url: URL, addresses: readonly string[]): boolean {
    return url.protocol === 'https:' || this.allowsPlainHttp || addresses.every(isLoopbackAddress);
  }
}

function canonical(address: string): string {
  const host = hostOf(address.split('%')[0] ?? '');
  return host?.kind === 'address' ? host.address : address;
}
