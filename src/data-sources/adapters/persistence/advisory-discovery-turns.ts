import { Injectable } from '@nestjs/common';
import { AdvisoryLocks } from '../../../platform/database/advisory-locks.js';
import { DiscoveryTurns } from '../../application/ports/discovery-turns.js';

export const DISCOVERY_TURNS = 4_712_026;

@Injectable()
export class AdvisoryDiscoveryTurns extends DiscoveryTurns {
  constructor(private readonly locks: AdvisoryLocks) {
    super();
  }

  take<T>(dataSourceId: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return this.locks.holding(DISCOVERY_TURNS, dataSourceId, signal, work);
  }
}
