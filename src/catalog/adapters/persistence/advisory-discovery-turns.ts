import { Injectable } from '@nestjs/common';
import { AdvisoryLocks } from '../../../platform/database/advisory-locks.js';
import { FairQueue } from '../../../shared/fair-queue.js';
import { DiscoveryTurns } from '../../application/ports/discovery-turns.js';

export const DISCOVERY_TURNS = 4_712_026;

/** Each discovery that waits holds a connection to our own database, and a burst must not take them all. */
const AT_ONCE = 8;
const AT_ONCE_OF_ONE = 3;
const LONGEST_LINE = 50;
const LONGEST_WAIT = 500;

@Injectable()
export class AdvisoryDiscoveryTurns extends DiscoveryTurns {
  private readonly queue = new FairQueue(AT_ONCE, LONGEST_LINE, LONGEST_WAIT, AT_ONCE_OF_ONE);

  constructor(private readonly locks: AdvisoryLocks) {
    super();
  }

  take<T>(dataSourceId: number, party: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return this.queue.run(party, () => this.locks.holding(DISCOVERY_TURNS, dataSourceId, signal, work), signal);
  }
}
