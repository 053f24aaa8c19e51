import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { DeviceNotFound } from '../domain/device.errors.js';
import { Activations, Devices } from './ports/devices.js';

/** Later logins from the device need the second factor again; open sessions stay. */
@Injectable()
export class RevokeDevice {
  constructor(
    private readonly devices: Devices,
    private readonly activations: Activations,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Repeating it is not an error. @throws DeviceNotFound for an unknown device and for another person's */
  execute(input: { caller: Caller; deviceId: number }): Promise<void> {
    const { deviceId } = input;
    const { userId } = input.caller;
    const event = { action: 'device.revoked', actorUserId: userId, target: { type: 'device', id: deviceId } };
    const revoke = async (): Promise<void> => {
      const device = await this.devices.lock(deviceId, userId);
      if (device === null || device.status === 'pending') throw new DeviceNotFound();
      if (device.status === 'revoked') return;
      await this.devices.save(device.revoke(this.clock.now()));
      // A pending offer was earned before the revocation and must not undo it.
      await this.activations.voidOpen(deviceId);
      await this.auditTrail.record({ ...event, outcome: 'success' });
    };
    return recordRefusal(this.auditTrail, event, () => this.unitOfWork.run(revoke));
  }
}
