import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { ClaimActivation } from './claim-activation.js';
import { Activations, Devices } from './ports/devices.js';

/** The user does not want to trust this device: the offer is withdrawn. */
@Injectable()
export class SkipActivation {
  constructor(
    private readonly claimActivation: ClaimActivation,
    private readonly devices: Devices,
    private readonly activations: Activations,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws InvalidActivationToken, DeviceNotFound, ActivationWindowExpired, RateLimited; in this order */
  execute(input: { caller: Caller; activationToken: string; deviceToken: string | null }): Promise<void> {
    const action = 'device.activation_skipped';
    return this.claimActivation.execute({ ...input, action }, async ({ activation, device, terms }) => {
      await this.activations.save(activation.skip(terms.trustEpoch, this.clock.now()));
      if (device.status === 'pending') await this.devices.remove(device.id);
      await this.auditTrail.record({
        action,
        outcome: 'success',
        actorUserId: device.userId,
        target: { type: 'device', id: device.id },
      });
    });
  }
}
