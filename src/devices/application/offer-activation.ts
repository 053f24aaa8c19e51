import { Injectable } from '@nestjs/common';
import { mintToken } from '../../shared/one-time-token.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { ACTIVATION_SECONDS, Activation } from '../domain/activation.js';
import { Device } from '../domain/device.js';
import { Activations, Devices, DeviceTokens } from './ports/devices.js';
import { TrustTerms } from './trust-terms.js';

export interface ActivationOffer {
  readonly activationToken: string;
  readonly deviceName: string;
  readonly expiresIn: number;
}

/** Offers to trust the device of an MFA verification. Joins the unit of work of the login. */
@Injectable()
export class OfferActivation {
  constructor(
    private readonly devices: Devices,
    private readonly tokens: DeviceTokens,
    private readonly activations: Activations,
    private readonly trustTerms: TrustTerms,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @returns `null` when an organization of the user forbids trusted devices */
  async execute(input: {
    userId: number;
    sessionId: number;
    deviceTokenHash: Uint8Array | null;
    deviceName: string;
  }): Promise<ActivationOffer | null> {
    const { userId, sessionId, deviceTokenHash, deviceName } = input;
    const terms = await this.trustTerms.of(userId);
    if (terms.trustDays === 0) return null;
    const now = this.clock.now();
    const { trustEpoch } = terms;
    const device = (await this.known(userId, deviceTokenHash)) ?? (await this.pending(userId, deviceName, trustEpoch));
    const { token, hash } = mintToken();
    const offer = { tokenHash: hash, deviceId: device.id, userId, sessionId, deviceTokenHash, trustEpoch };
    await this.activations.add(Activation.offer(offer, now));
    await this.auditTrail.record({
      action: 'device.activation_offered',
      outcome: 'success',
      actorUserId: userId,
      target: { type: 'device', id: device.id },
    });
    return { activationToken: token, deviceName: device.name, expiresIn: ACTIVATION_SECONDS };
  }

  /** A device that was trusted before and that its token identifies becomes the same one again. */
  private async known(userId: number, tokenHash: Uint8Array | null): Promise<Device | null> {
    const token = tokenHash && (await this.tokens.find(tokenHash));
    return token?.replacedAt === null ? this.devices.lockOfFamily(token.familyId, userId) : null;
  }

  private async pending(userId: number, name: string, trustEpoch: number): Promise<Device> {
    const id = await this.devices.nextId();
    const device = Device.pending({ id, userId, familyId: null, name, trustEpoch }, this.clock.now());
    await this.devices.save(device);
    return device;
  }
}
