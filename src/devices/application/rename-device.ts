import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { DeviceNotFound } from '../domain/device.errors.js';
import type { ListedDevice } from './list-devices.js';
import { Devices } from './ports/devices.js';
import { TrustTerms } from './trust-terms.js';

@Injectable()
export class RenameDevice {
  constructor(
    private readonly devices: Devices,
    private readonly trustTerms: TrustTerms,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Names need not differ: a browser whose cookies were cleared comes back under the same one. @throws DeviceNotFound */
  execute(input: { caller: Caller; deviceId: number; name: string }): Promise<ListedDevice> {
    const { deviceId, name } = input;
    const { userId } = input.caller;
    const event = { action: 'device.renamed', actorUserId: userId, target: { type: 'device', id: deviceId } };
    const rename = async (): Promise<ListedDevice> => {
      const terms = await this.trustTerms.of(userId);
      const found = await this.devices.lock(deviceId, userId);
      if (found === null || found.status === 'pending') throw new DeviceNotFound();
      const device = found.rename(name);
      await this.devices.save(device);
      await this.auditTrail.record({ ...event, outcome: 'success' });
      return { device, trustEnd: device.trustEnd(terms, this.clock.now()) };
    };
    return recordRefusal(this.auditTrail, event, () => this.unitOfWork.run(rename));
  }
}
