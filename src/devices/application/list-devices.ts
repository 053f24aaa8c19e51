import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { Device } from '../domain/device.js';
import { Devices } from './ports/devices.js';
import { TrustTerms } from './trust-terms.js';

export interface ListedDevice {
  readonly device: Device;
  /** When trust ended, for any reason; `null` while it lasts. */
  readonly trustEnd: Date | null;
}

@Injectable()
export class ListDevices {
  constructor(
    private readonly devices: Devices,
    private readonly trustTerms: TrustTerms,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Devices that are or were trusted, the latest activation first. */
  execute(caller: Caller, request: PageRequest): Promise<Page<ListedDevice>> {
    return this.unitOfWork.run(async () => {
      const terms = await this.trustTerms.of(caller.userId);
      const { items, total } = await this.devices.pageOf(caller.userId, request);
      const now = this.clock.now();
      return { items: items.map((device) => ({ device, trustEnd: device.trustEnd(terms, now) })), total };
    });
  }
}
