import { Injectable } from '@nestjs/common';
import { ListFactors } from '../../mfa/application/list-factors.js';
import { ResetFactors } from '../../mfa/application/reset-factors.js';
import { type AskedAssistance, JudgeAssistance } from '../../organizations/application/judge-assistance.js';
import type { Contact } from '../../shared/mail-to.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { sessionsEndedMail } from '../domain/assistance-mail.js';
import { Sessions } from './ports/sessions.js';

const ACTIONS = { end_sessions: 'member.sessions_ended', reset_factors: 'member.factors_reset' } as const;

/** What the organization that manages an account does for a member who has lost a device or a factor. */
@Injectable()
export class AssistMember {
  constructor(
    private readonly judgeAssistance: JudgeAssistance,
    private readonly sessions: Sessions,
    private readonly listFactors: ListFactors,
    private readonly resetFactors: ResetFactors,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * If nothing is left to end or remove, it does, mails and records nothing. @throws Forbidden, NotFound,
   * MemberDisabled
   */
  async execute(asked: AskedAssistance): Promise<void> {
    const { caller, organizationId, userId, act } = asked;
    const target = { type: 'user', id: userId };
    const event = { action: ACTIONS[act], actorUserId: caller.userId, organizationId, target };
    await this.judgeAssistance.admit(asked);
    await recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const { contact, organizationName } = await this.judgeAssistance.execute(asked);
        const done = await (act === 'end_sessions' ? this.endSessions(asked, contact, organizationName) : this.removeFactors(asked));
        if (done) await this.auditTrail.record({ ...event, outcome: 'success' });
      }),
    );
  }

  private async endSessions({ userId, organizationId }: AskedAssistance, contact: Contact, organizationName: string): Promise<boolean> {
    const now = this.clock.now();
    if ((await this.sessions.endAll(userId, 'revoked', now, null)) === 0) return false;
    await this.mailer.send({ ...sessionsEndedMail(contact, organizationName, now), about: `member:${userId}`, organizationId });
    return true;
  }

  /** Sessions and device trust end too, and the mail is the one of every reset. */
  private async removeFactors({ userId, organizationId, caller }: AskedAssistance): Promise<boolean> {
    if ((await this.listFactors.execute(userId)).factors.length === 0) return false;
    await this.resetFactors.execute({ userId, actorUserId: caller.userId, organizationId });
    return true;
  }
}
