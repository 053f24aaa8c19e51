import { Injectable } from '@nestjs/common';
import type { CheckedDomain } from '../../sso/application/recheck-domains.js';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile, NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import type { Mode } from '../domain/enforcement.js';
import { EnforcementBlocked } from '../domain/enforcement.errors.js';
import { FindBlockers } from './find-blockers.js';
import { LockEnforcement } from './lock-enforcement.js';

/** Decides behind the lock whether what an organization requires may be changed. */
@Injectable()
export class JudgeEnforcement {
  constructor(
    private readonly access: AccessControl,
    private readonly lockEnforcement: LockEnforcement,
    private readonly findBlockers: FindBlockers,
    private readonly auditTrail: AuditTrail,
  ) {}

  /**
   * Joins the unit of work.
   * @param checked domains, looked up in the DNS before the unit of work @returns a refusal as a value, because it is
   * recorded with the commit; `null` without one
   * @throws Forbidden, NotFound, EditedMeanwhile
   */
  async execute(
    change: {
      readonly caller: Caller;
      readonly organizationId: number;
      readonly mode: Mode;
      readonly expectedVersion: number;
    },
    checked: readonly CheckedDomain[],
  ): Promise<EnforcementBlocked | null> {
    const { caller, organizationId, mode, expectedVersion } = change;
    const current = await this.lockEnforcement.execute(organizationId, [caller.userId]);
    if (current === null) throw new NotFound('Organization');
    // Checked again behind the lock: one of two owners may have demoted the other.
    await this.access.require(caller, 'sso.enforce', { organizationId });
    if (current.version !== expectedVersion) throw new EditedMeanwhile();
    const blockers = mode === 'required' ? await this.findBlockers.execute(caller, organizationId, checked) : [];
    if (blockers.length === 0) return null;
    await this.auditTrail.record({
      action: 'sso.enforcement.blocked',
      outcome: 'refused',
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'organization', id: organizationId },
      detail: { blockers: blockers.map(({ code }) => code) },
    });
    return new EnforcementBlocked(blockers);
  }
}
