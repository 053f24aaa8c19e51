import { Injectable } from '@nestjs/common';
import { RecheckDomains } from '../../sso/application/recheck-domains.js';
import type { Caller } from '../../shared/caller.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { type AuditEvent, AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import type { Mode } from '../domain/enforcement.js';
import { JudgeEnforcement } from './judge-enforcement.js';
import { Enforcements } from './ports/enforcements.js';
import { type EnforcementView, ReadEnforcement } from './read-enforcement.js';
import { ReleaseSignOn } from './release-sign-on.js';
import { RequireSignOn } from './require-sign-on.js';

interface Change {
  readonly caller: Caller;
  readonly organizationId: number;
  readonly mode: Mode;
  /** How long sessions without the identity provider last; only for `required`. */
  readonly graceSeconds: number;
  readonly expectedVersion: number;
}

@Injectable()
export class ChangeEnforcement {
  constructor(
    private readonly access: AccessControl,
    private readonly enforcements: Enforcements,
    private readonly recheckDomains: RecheckDomains,
    private readonly judgeEnforcement: JudgeEnforcement,
    private readonly requireSignOn: RequireSignOn,
    private readonly releaseSignOn: ReleaseSignOn,
    private readonly readEnforcement: ReadEnforcement,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Every mode but `required` opens all ways to log in again, at once. @throws Forbidden, NotFound, EditedMeanwhile,
   * EnforcementBlocked
   */
  async execute(change: Change): Promise<EnforcementView> {
    const { caller, organizationId, mode } = change;
    await this.access.require(caller, 'sso.enforce', { organizationId });
    const checked = mode === 'required' ? await this.recheckDomains.execute({ organizationId }) : [];
    const target = { type: 'organization', id: organizationId };
    const event = { action: 'sso.enforcement.changed', actorUserId: caller.userId, organizationId, target };
    const outcome = await recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => (await this.judgeEnforcement.execute(change, checked)) ?? this.carryOut(change, event)),
    );
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }

  private async carryOut(change: Change, event: Omit<AuditEvent, 'outcome' | 'detail'>): Promise<EnforcementView> {
    const { caller, organizationId, mode, graceSeconds, expectedVersion } = change;
    const from = (await this.enforcements.of(organizationId))?.mode ?? 'off';
    const scope = { organizationId, userIds: null, waveNumber: null };
    if (mode === 'required') await this.requireSignOn.execute({ ...scope, graceSeconds });
    else await this.releaseSignOn.execute(scope);
    const changedAt = this.clock.now();
    const version = expectedVersion + 1;
    await this.enforcements.save({ organizationId, mode, version, changedAt, changedBy: caller.userId });
    await this.auditTrail.record({
      ...event,
      outcome: 'success',
      detail: { from, to: mode, ...(mode === 'required' && { grace_seconds: graceSeconds }) },
    });
    return this.readEnforcement.execute(organizationId);
  }
}
