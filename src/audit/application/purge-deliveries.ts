import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { Deliveries } from './ports/webhooks.js';

const KEPT_MS = 30 * 86_400_000;
const ROWS_AT_ONCE = 5_000;

/** Forgets old lines of the logs of webhooks. The events stay in the trail. */
@Injectable()
export class PurgeDeliveries {
  constructor(
    private readonly deliveries: Deliveries,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_MS);
    while ((await this.deliveries.purgeBefore(before, ROWS_AT_ONCE)) === ROWS_AT_ONCE);
  }
}
