import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { PolicyArchived, PolicyInForce } from '../domain/policy.errors.js';
import type { Policy } from '../domain/policy.js';
import { EnterPolicy } from './enter-policy.js';
import { Policies } from './ports/policies.js';

@Injectable()
export class ArchivePolicy {
  constructor(
    private readonly enterPolicy: EnterPolicy,
    private readonly policies: Policies,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** For good; its versions stay readable, and its name is free. @throws Forbidden, NotFound, EditedMeanwhile, PolicyArchived, PolicyInForce */
  async execute(caller: Caller, policyId: number, revision: number): Promise<Policy> {
    const { policy } = await this.enterPolicy.execute(caller, 'abac.manage', policyId);
    const { organizationId, status } = policy;
    const target = { type: 'policy', id: policyId };
    const event = { action: 'abac.policy.archived', actorUserId: caller.userId, organizationId, target };
    return recordRefusal(this.auditTrail, event, async () => {
      if (status === 'archived') throw new PolicyArchived();
      if (policy.revision !== revision) throw new EditedMeanwhile();
      if (status === 'active' || status === 'shadow') throw new PolicyInForce();
      return this.unitOfWork.run(async () => {
        const archived = await this.policies.archive(policyId, revision, this.clock.now());
        if (archived === null) throw new EditedMeanwhile();
        await this.auditTrail.record({ ...event, outcome: 'success' });
        return archived;
      });
    });
  }
}
