import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { setTimeout as after } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { FairQueue } from '../../shared/fair-queue.js';

/**
 * The system's lookups occupy threads that password hashing needs too: names that never answer must not take them all.
 */
const AT_ONCE = 3;
const LONGEST_LINE = 50;
const LONGEST_WAIT = 1_000;
/** Otherwise one organization could block all lookups, including those of the service itself. */
const AT_ONCE_OF_ONE = 2;
const DEADLINE_MS = 5_000;

/** Abstract, so that a test can replace it with the name servers of an attacker. */
export abstract class HostResolver {
  /** @returns all addresses of the name; empty if it has none, or if no server answers in time @throws Unavailable */
  abstract addressesOf(name: string, party: string): Promise<readonly string[]>;
}

/** As the system itself would: files, name servers, in its order. */
@Injectable()
export class SystemResolver extends HostResolver {
  private readonly queue = new FairQueue(AT_ONCE, LONGEST_LINE, LONGEST_WAIT, AT_ONCE_OF_ONE);
  /** By party and name: a name that never answers takes one place, however often it is asked for, and leaves the other to others. */
  private readonly underWay = new Map<string, Promise<readonly LookupAddress[]>>();

  async addressesOf(name: string, party: string): Promise<readonly string[]> {
    const deadline = new AbortController();
    const found = this.joined(name, party);
    const late = after(DEADLINE_MS, undefined, { signal: deadline.signal, ref: false });
    try {
      const answer = await Promise.race([found, late]);
      return (answer ?? []).map(({ address }) => address);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall === 'getaddrinfo') return [];
      throw error;
    } finally {
      deadline.abort();
      // Nobody waits for the one of the two that came too late.
      found.catch(() => undefined);
      late.catch(() => undefined);
    }
  }

  private joined(name: string, party: string): Promise<readonly LookupAddress[]> {
    const key = JSON.stringify([party, name]);
    const known = this.underWay.get(key);
    if (known !== undefined) return known;
    const begun = this.queue.run(party, () => this.lookUp(name)).finally(() => this.underWay.delete(key));
    this.underWay.set(key, begun);
    return begun;
  }

  protected lookUp(name: string): Promise<readonly LookupAddress[]> {
    return lookup(name, { all: true, verbatim: true });
  }
}
