import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { mintToken } from '../../shared/one-time-token.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import type { Device } from '../domain/device.js';
import { DeviceNotFound } from '../domain/device.errors.js';
import { deviceTrustedMail } from '../domain/device-mails.js';
import { type Claim, ClaimActivation } from './claim-activation.js';
import { Activations, Devices, DeviceTokens } from './ports/devices.js';
import { DeviceSessions } from './ports/owner.js';

export interface ActivatedDevice {
  readonly device: Device;
  /** Token to hand out, for a client that had none that could stand for the device. */
  readonly newToken: string | null;
}

@Injectable()
export class ActivateDevice {
  constructor(
    private readonly claimActivation: ClaimActivation,
    private readonly devices: Devices,
    private readonly tokens: DeviceTokens,
    private readonly activations: Activations,
    private readonly sessions: DeviceSessions,
    private readonly mailer: Mailer,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws InvalidActivationToken, DeviceNotFound, ActivationWindowExpired, RateLimited; in this order */
  execute(input: { caller: Caller; activationToken: string; deviceToken: string | null }): Promise<ActivatedDevice> {
    return this.claimActivation.execute({ ...input, action: 'device.activated' }, async (claim) => {
      const now = this.clock.now();
      const { terms, activation } = claim;
      const used = activation.use(terms.trustEpoch, now);
      if (terms.trustDays === 0) throw new DeviceNotFound();
      const { familyId, newToken } = await this.familyOf(claim.presentedHash);
      const device = (await this.heir(claim.device, familyId)).activate(familyId, terms, now);
      await this.devices.save(device);
      await this.activations.voidOpen(device.id);
      await this.activations.save(used);
      await this.sessions.attach(input.caller.sessionId, device.id);
      await this.mailer.send(deviceTrustedMail(terms, device.name, device.expiresAt, now));
      await this.auditTrail.record({
        action: 'device.activated',
        outcome: 'success',
        actorUserId: device.userId,
        target: { type: 'device', id: device.id },
        detail: { expires_at: device.expiresAt?.toISOString() ?? null },
      });
      return { device, newToken };
    });
  }

  /** The presented token stands for the device, unless there is none or a newer one took its place. */
  private async familyOf(presentedHash: Uint8Array | null): Promise<{ familyId: string; newToken: string | null }> {
    const known = presentedHash && (await this.tokens.find(presentedHash));
    if (known?.replacedAt === null) return { familyId: known.familyId, newToken: null };
    if (presentedHash !== null && known === null) {
      return { familyId: await this.tokens.claim(presentedHash, this.tokens.newFamilyId()), newToken: null };
    }
    const { token, hash } = mintToken();
    return { familyId: await this.tokens.claim(hash, this.tokens.newFamilyId()), newToken: token };
  }

  /** Two verifications in one browser made two entries; the one that was activated first stays the device. */
  private async heir(offered: Claim['device'], familyId: string): Promise<Device> {
    const known = offered.familyId === familyId ? offered : await this.devices.lockOfFamily(familyId, offered.userId);
    if (known === null || known.id === offered.id) return offered;
    if (offered.status === 'pending') await this.devices.remove(offered.id);
    return known;
  }
}
