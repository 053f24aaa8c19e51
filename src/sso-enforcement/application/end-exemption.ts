import { Injectable } from '@nestjs/common';
import { EndUnsignedSessions } from '../../sessions/application/end-unsigned-sessions.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { exemptionEndedMail } from '../domain/exemption.js';
import { LockEnforcement } from './lock-enforcement.js';
import { Enforcements } from './ports/enforcements.js';
import { Exemptions } from './ports/exemptions.js';

interface ExemptionKey {
  readonly organizationId: number;
  readonly userId: number;
}

/** From now on the organization requires of the member what it requires of the others. */
@Injectable()
export class EndExemption {
  constructor(
    private readonly access: AccessControl,
    private readonly lockEnforcement: LockEnforcement,
    private readonly exemptions: Exemptions,
    private readonly enforcements: Enforcements,
    private readonly endUnsignedSessions: EndUnsignedSessions,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden, NotFound when the member is not exempt, or not any more */
  async execute(caller: Caller, key: ExemptionKey): Promise<void> {
    const { organizationId, userId } = key;
    await this.access.require(caller, 'sso.enforce', { organizationId });
    const target = { type: 'user', id: userId };
    const event = { action: 'sso.exemption.ended', actorUserId: caller.userId, organizationId, target };
    await recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        if (!(await this.end(key, 'running', caller))) throw new NotFound('Exemption');
      }),
    );
  }

  /** Tidies up after one that the clock has ended, and that no longer counts. Does nothing if it was renewed. */
  expire(key: ExemptionKey): Promise<boolean> {
    return this.unitOfWork.run(() => this.end(key, 'ended', null));
  }

  private async end(key: ExemptionKey, which: 'running' | 'ended', caller: Caller | null): Promise<boolean> {
    const { organizationId, userId } = key;
    const actorUserId = caller?.userId ?? null;
    await this.lockEnforcement.execute(organizationId, actorUserId === null ? [userId] : [userId, actorUserId]);
    // Again, under the lock: the caller may have lost their role while they waited for it.
    if (caller !== null) await this.access.require(caller, 'sso.enforce', { organizationId });
    const now = this.clock.now();
    const person = await this.exemptions.remove(key, now, which);
    if (person === null) return false;
    const from = await this.enforcements.passwordsEndFor(organizationId, userId);
    const until = from !== null && from > now ? from : null;
    if (from !== null) await this.endUnsignedSessions.execute({ organizationId, userIds: [userId], except: [], until });
    await this.auditTrail.record({
      action: 'sso.exemption.ended',
      outcome: 'success',
      actorUserId,
      organizationId,
      target: { type: 'user', id: userId },
      detail: { by: which === 'ended' ? 'clock' : 'administrator' },
    });
    await this.mailer.send({ ...exemptionEndedMail(person), about: `member:${userId}`, organizationId });
    return true;
  }
}
