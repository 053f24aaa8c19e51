import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { setTimeout as after } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { FairQueue } from '../../shared/fair-queue.js';

/** The system's lookups occupy threads that password hashing needs too: names that never answer must not take them all. */
const AT_ONCE = 2;
const LONGEST_LINE = 50;
const LONGEST_WAIT = 1_000;
/** Otherwise one organization could keep everybody's names from being looked up, the service's own among them. */
const AT_ONCE_OF_ONE = 1;
const DEADLINE_MS = 5_000;

/** Abstract, so that a test can stand in for the name servers of an attacker. */
export abstract class HostResolver {
  /** @returns all addresses of the name; none when it has none, or when no server answers in time @throws Unavailable */
  abstract addressesOf(name: string, party: string): Promise<readonly string[]>;
}

/** As the system itself would: files, name servers, in its order. */
@Injectable()
export class SystemResolver extends HostResolver {
  private readonly queue = new FairQueue(AT_ONCE, LONGEST_LINE, LONGEST_WAIT, AT_ONCE_OF_ONE);

  async addressesOf(name: string, party: string): Promise<readonly string[]> {
    const deadline = new AbortController();
    const found = this.queue.run(party, async () => (deadline.signal.aborted ? [] : this.lookUp(name)));
    const late = after(DEADLINE_MS, undefined, { signal: deadline.signal, ref: false });
    try {
      const answer = await Promise.race([found, late]);
      return (answer ?? []).map(({ address }) => address);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall === 'getaddrinfo') return [];
      throw error;
    } finally {
      deadline.abort();
      // The one of the two that came too late has no caller left.
      found.catch(() => undefined);
      late.catch(() => undefined);
    }
  }

  protected lookUp(name: string): Promise<readonly LookupAddress[]> {
    return lookup(name, { all: true, verbatim: true });
  }
}
