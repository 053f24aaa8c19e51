import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Sessions } from './ports/sessions.js';

/** Ends every session that was opened on a stolen device. Joins the unit of work that found the theft. */
@Injectable()
export class EndSessionsOfDevice {
  constructor(
    private readonly sessions: Sessions,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute(input: { deviceId: number; userId: number }): Promise<void> {
    const reason = 'device_stolen';
    const ended = await this.sessions.endOfDevice(input.deviceId, reason, this.clock.now());
    await this.auditTrail.record({
      action: 'session.all_ended',
      outcome: 'success',
      actorUserId: null,
      target: { type: 'user', id: input.userId },
      detail: { reason, ended, device_id: input.deviceId },
    });
  }
}
