import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { RefusalCounts } from './ports/refusal-counts.js';

const KEPT_MS = 30 * 86_400_000;

@Injectable()
export class PurgeRefusals {
  constructor(
    private readonly counts: RefusalCounts,
    private readonly clock: Clock,
  ) {}

  /** @returns how many counters are gone */
  execute(): Promise<number> {
    return this.counts.purge(new Date(this.clock.now().getTime() - KEPT_MS));
  }
}
