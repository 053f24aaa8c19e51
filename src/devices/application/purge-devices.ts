import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { Activations, Devices } from './ports/devices.js';

const DAY_MS = 86_400_000;
const REVOKED_KEPT_DAYS = 90;

/** Removes offers and pending entries of yesterday, and devices that were revoked long ago. */
@Injectable()
export class PurgeDevices {
  constructor(
    private readonly devices: Devices,
    private readonly activations: Activations,
    private readonly clock: Clock,
  ) {}

  /** @returns how many rows are gone */
  async execute(): Promise<number> {
    const daysAgo = (days: number): Date => new Date(this.clock.now().getTime() - days * DAY_MS);
    const offers = await this.activations.purge(daysAgo(1));
    return offers + (await this.devices.purge(daysAgo(1), daysAgo(REVOKED_KEPT_DAYS)));
  }
}
