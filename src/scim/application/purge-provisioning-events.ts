import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { EventTerms, ProvisioningEvents } from './ports/provisioning-log.js';

const DAY_MS = 86_400_000;
const ROWS_AT_ONCE = 5_000;

@Injectable()
export class PurgeProvisioningEvents {
  constructor(
    private readonly events: ProvisioningEvents,
    private readonly terms: EventTerms,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - this.terms.keptDays * DAY_MS);
    while ((await this.events.purge(before, ROWS_AT_ONCE)) === ROWS_AT_ONCE);
  }
}
