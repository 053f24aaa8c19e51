import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound, ValidationFailed } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { ServiceOrigin } from '../../shared/ports/service-origin.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { AlreadyExempt, TooManyExemptions } from '../domain/exemption.errors.js';
import { MOST_EXEMPTIONS, endProblems, exemptedMail } from '../domain/exemption.js';
import { LockEnforcement } from './lock-enforcement.js';
import { type Candidate, Exemptions, type ExemptionView } from './ports/exemptions.js';

interface Grant {
  readonly caller: Caller;
  readonly organizationId: number;
  readonly userId: number;
  readonly reason: string;
  readonly expiresAt: Date;
}

/** Lets a member use their password for a time, whatever the organization requires of the others. */
@Injectable()
export class GrantExemption {
  constructor(
    private readonly access: AccessControl,
    private readonly lockEnforcement: LockEnforcement,
    private readonly exemptions: Exemptions,
    private readonly service: ServiceOrigin,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Nobody exempts themselves, so that two people know of each exemption. @throws Forbidden, NotFound, ValidationFailed,
   * AlreadyExempt, TooManyExemptions
   */
  async execute(grant: Grant): Promise<ExemptionView> {
    const { caller, organizationId, userId, reason, expiresAt } = grant;
    await this.access.require(caller, 'sso.enforce', { organizationId });
    const target = { type: 'user', id: userId };
    const event = { action: 'sso.exemption.granted', actorUserId: caller.userId, organizationId, target };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        if ((await this.lockEnforcement.execute(organizationId, [caller.userId, userId])) === null) throw new NotFound('Organization');
        // Again, under the lock: the caller may have lost their role while they waited for it.
        await this.access.require(caller, 'sso.enforce', { organizationId });
        const person = await this.candidateFor(grant);
        const grantedAt = this.clock.now();
        await this.exemptions.add({ organizationId, userId, reason, grantedAt, grantedBy: caller.userId, expiresAt });
        await this.auditTrail.record({ ...event, outcome: 'success', detail: { reason, expires_at: expiresAt.toISOString() } });
        await this.mailer.send({
          ...exemptedMail(person, { reason, expiresAt, pagesUrl: this.service.pagesUrl }),
          about: `member:${userId}`,
          organizationId,
        });
        return this.granted(grant);
      }),
    );
  }

  private async granted({ organizationId, userId }: Grant): Promise<ExemptionView> {
    const granted = await this.exemptions.find(organizationId, userId, this.clock.now());
    if (granted === null) throw new NotFound('Exemption');
    return granted;
  }

  private async candidateFor({ caller, organizationId, userId, expiresAt }: Grant): Promise<Candidate> {
    const now = this.clock.now();
    const problems = endProblems(expiresAt, now);
    if (problems.length > 0) throw new ValidationFailed(problems);
    if (userId === caller.userId)
      throw new ValidationFailed([{ field: 'user_id', message: 'You cannot exempt yourself. Ask another administrator.' }]);
    const candidate = await this.exemptions.candidate(organizationId, userId);
    if (candidate === null)
      throw new ValidationFailed([{ field: 'user_id', message: 'This is not an active member of the organization.' }]);
    if (candidate.isBreakGlass)
      throw new ValidationFailed([{ field: 'user_id', message: 'This account is kept for emergencies, and may use its password anyway.' }]);
    const running = await this.exemptions.of(organizationId, now);
    if (running.some((exemption) => exemption.userId === userId)) throw new AlreadyExempt();
    if (running.length >= MOST_EXEMPTIONS) throw new TooManyExemptions();
    return candidate;
  }
}
