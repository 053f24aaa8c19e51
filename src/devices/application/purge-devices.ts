import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { Activations, Devices, DeviceTokens } from './ports/devices.js';

const DAY_MS = 86_400_000;
const ENDED_KEPT_DAYS = 90;
/** As long as a browser keeps the cookie: until then, a replaced token that comes back is a sign of theft. */
const TOKENS_KEPT_DAYS = 400;

/** Removes offers and pending entries older than a day, and devices whose trust ended long ago, with their tokens. */
@Injectable()
export class PurgeDevices {
  constructor(
    private readonly devices: Devices,
    private readonly tokens: DeviceTokens,
    private readonly activations: Activations,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @returns how many rows are gone */
  async execute(): Promise<number> {
    const daysAgo = (days: number): Date => new Date(this.clock.now().getTime() - days * DAY_MS);
    const offers = await this.activations.purge(daysAgo(1));
    const devices = await this.unitOfWork.run(() => this.devices.purge(daysAgo(1), daysAgo(ENDED_KEPT_DAYS)));
    return offers + devices + (await this.tokens.purge(daysAgo(TOKENS_KEPT_DAYS)));
  }
}
