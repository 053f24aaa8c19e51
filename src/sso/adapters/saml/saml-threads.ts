import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { currentOrigin } from '../../../platform/http/request-context.js';
import { Logger } from '../../../platform/logging/logger.js';
import { BoundedThreads } from '../../../platform/threads/bounded-threads.js';
import type { Party } from '../../../shared/fair-queue.js';
import { refuse } from './refusal.js';
import type { SamlEnd, SamlKind, SamlReadings, SamlTask } from './saml-thread.js';

const LIMITS = {
  threads: 2,
  threadsOfOne: 1,
  // A document within the bounds takes about ten milliseconds: an office at nine o'clock waits only a moment.
  longestLine: 50,
  longestWait: 500,
  memoryMb: 128,
  timeoutMs: 10_000,
};

/**
 * Every SAML document is parsed and verified here: anyone may post one, and until its signature is checked, which takes
 * canonicalizing it, nothing tells a stranger from a provider.
 */
@Injectable()
export class SamlThreads implements OnApplicationShutdown {
  private readonly threads: BoundedThreads<SamlTask, SamlEnd>;

  constructor(logger: Logger) {
    this.threads = new BoundedThreads('sso/adapters/saml/saml-thread', LIMITS, logger);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads.destroy();
  }

  /**
   * If the client has hung up, nothing is read. @param party who sent it @throws SsoFailed naming what does
   * not hold; Unavailable when too much waits
   */
  async read<Kind extends SamlKind>(kind: Kind, of: SamlReadings[Kind]['of'], party: Party): Promise<SamlReadings[Kind]['read']> {
    const end = await this.threads.run(party, { kind, of }, currentOrigin()?.gone);
    if (end === null) return refuse('RESPONSE_MALFORMED', 'takes more time or memory than any real one');
    return end.ok ? end.read : refuse(end.fault, end.reason ?? '');
  }
}
