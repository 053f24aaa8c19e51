import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Contact } from '../../shared/mail-to.js';
import { mintToken } from '../../shared/one-time-token.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import type { Device } from '../domain/device.js';
import { DeviceNotFound } from '../domain/device.errors.js';
import { deviceTrustedMail } from '../domain/device-mails.js';
import { type Claim, ClaimActivation } from './claim-activation.js';
import { Activations, DeviceTokenSuccession, DeviceTokens, Devices } from './ports/devices.js';
import { DeviceSessions } from './ports/device-sessions.js';

export interface ActivatedDevice {
  readonly device: Device;
  /**
   * The token to hand out. Others may know the token that identified the device before it was trusted, so that one no
   * longer does.
   */
  readonly newToken: string;
}

@Injectable()
export class ActivateDevice {
  constructor(
    private readonly claimActivation: ClaimActivation,
    private readonly devices: Devices,
    private readonly tokens: DeviceTokens,
    private readonly succession: DeviceTokenSuccession,
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
      const { terms, activation, presented } = claim;
      const used = activation.use(terms.trustEpoch, now);
      if (terms.trustDays === 0) throw new DeviceNotFound();
      const known = presented && (await this.tokens.find(presented.hash));
      const twin = known && (await this.twin(claim, known.familyId));
      // A token that was replaced identifies no device any more: the device starts afresh with its own.
      const isPresent = known === null || known.replacedAt === null;
      const familyId = known !== null && isPresent ? known.familyId : this.tokens.newFamilyId();
      const device = ((isPresent && twin) || claim.device).activate(familyId, terms, now);
      const newToken = await this.issueToken(familyId, isPresent ? presented : null);
      if (device.id !== claim.device.id && claim.device.status === 'pending') await this.devices.remove(claim.device.id);
      await this.devices.save(device);
      await this.sessions.attach(input.caller.sessionId, device.id);
      await this.activations.voidOpen(device.id);
      await this.activations.save(used);
      await this.report(device, terms);
      return { device, newToken };
    });
  }

  /**
   * Two verifications in one browser made two entries. The one that was activated first is the device, and this offer
   * is done. If the device was revoked after the offer was made, the offer must not undo that.
   */
  private async twin({ device: offered, activation, terms }: Claim, familyId: string): Promise<Device | null> {
    const twin = offered.familyId === familyId ? null : await this.devices.lockOfFamily(familyId, offered.userId);
    if (twin === null || twin.id === offered.id) return null;
    const isRevokedSince = twin.revokedAt !== null && twin.revokedAt >= activation.offeredAt;
    if (isRevokedSince || twin.isTrusted(terms, this.clock.now())) throw new DeviceNotFound();
    return twin;
  }

  /**
   * The successor of the presented token, which is replaced as at a login; a fresh one when no token can identify the
   * device.
   */
  private async issueToken(familyId: string, presented: Claim['presented']): Promise<string> {
    const next = presented === null ? mintToken() : await this.succession.successorOf(presented.token);
    if (presented !== null) {
      await this.tokens.claim(presented.hash, familyId);
      await this.tokens.replace(presented.hash, this.clock.now());
    }
    await this.tokens.claim(next.hash, familyId);
    return next.token;
  }

  private async report(device: Device, contact: Contact): Promise<void> {
    await this.mailer.send(deviceTrustedMail(contact, device.name, device.expiresAt, this.clock.now()));
    await this.auditTrail.record({
      action: 'device.activated',
      outcome: 'success',
      actorUserId: device.userId,
      target: { type: 'device', id: device.id },
      detail: { expires_at: device.expiresAt?.toISOString() ?? null },
    });
  }
}
