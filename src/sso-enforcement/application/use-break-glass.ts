import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { breakGlassUsedMail } from '../domain/break-glass.js';
import { BreakGlasses } from './ports/break-glasses.js';

/** No login of this kind goes unnoticed: every owner is told. Joins the unit of work of the login. */
@Injectable()
export class UseBreakGlass {
  constructor(
    private readonly breakGlasses: BreakGlasses,
    private readonly mailer: Mailer,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute(input: { organizationId: number; userId: number; username: string; path: string }): Promise<void> {
    const { organizationId, userId, username, path } = input;
    const now = this.clock.now();
    await this.breakGlasses.use(organizationId, userId, now);
    await this.auditTrail.record({
      action: 'sso.break_glass.used',
      outcome: 'success',
      actorUserId: userId,
      organizationId,
      target: { type: 'user', id: userId },
      detail: { path },
    });
    const owners = await this.breakGlasses.ownersOf(organizationId);
    await this.mailer.send(
      ...owners.map((owner) => ({ ...breakGlassUsedMail(owner, username, now), about: `member:${userId}`, organizationId })),
    );
  }
}
