import { Injectable } from '@nestjs/common';
import { FindAccount } from '../../accounts/application/find-account.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import type { Device } from '../domain/device.js';
import { deviceStolenMail } from '../domain/device-mails.js';
import { DeviceSessions } from './ports/device-sessions.js';
import { Activations, Devices } from './ports/devices.js';

/**
 * A token that had been replaced was used again: two parties hold the same browser's token, and it is impossible to
 * tell which one is the owner. Trust ends for everyone who shares it, and so does every session that was opened on it.
 */
@Injectable()
export class RevokeStolenDevice {
  constructor(
    private readonly devices: Devices,
    private readonly activations: Activations,
    private readonly sessions: DeviceSessions,
    private readonly findAccount: FindAccount,
    private readonly mailer: Mailer,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Joins the unit of work of the login that showed it. */
  async execute(stolen: Device): Promise<void> {
    if (stolen.familyId === null) return;
    const now = this.clock.now();
    for (const device of await this.devices.lockTrustedOfFamily(stolen.familyId)) {
      const { id, userId } = device;
      await this.devices.save(device.revoke(now));
      // Sessions before offers, as an activation locks them.
      await this.sessions.endAllOf(device);
      await this.activations.voidOpen(id);
      // Only read: the account's lock comes before all these, and here it would come after.
      const contact = await this.findAccount.execute(userId);
      if (contact !== null) await this.mailer.send(deviceStolenMail(contact, device.name, now));
      await this.auditTrail.record({
        action: 'device.token_reused',
        outcome: 'refused',
        actorUserId: userId,
        target: { type: 'device', id },
      });
    }
  }
}
