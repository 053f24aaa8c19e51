import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { BreakGlassTerms, provesDrill } from '../domain/break-glass.js';
import { DrillNotProved } from '../domain/enforcement.errors.js';
import { BreakGlasses } from './ports/break-glasses.js';
import { type EnforcementView, ReadEnforcement } from './read-enforcement.js';

/** A person shows that their break-glass account works: the session of the request is the proof. */
@Injectable()
export class DrillBreakGlass {
  constructor(
    private readonly access: AccessControl,
    private readonly breakGlasses: BreakGlasses,
    private readonly terms: BreakGlassTerms,
    private readonly readEnforcement: ReadEnforcement,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden, DrillNotProved, NotFound for those who are not designated */
  async execute(caller: Caller, organizationId: number): Promise<EnforcementView> {
    await this.access.require(caller, 'sso.enforce', { organizationId });
    const { userId } = caller;
    const target = { type: 'user', id: userId };
    const event = { action: 'sso.break_glass.drilled', actorUserId: userId, organizationId, target };
    await recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const now = this.clock.now();
        if (!(await this.breakGlasses.drill(organizationId, userId, now))) throw new NotFound('Break-glass account');
        if (!provesDrill(caller, this.terms, now)) throw new DrillNotProved();
        await this.auditTrail.record({ ...event, outcome: 'success', detail: { amr: caller.amr } });
      }),
    );
    return this.readEnforcement.execute(organizationId);
  }
}
