import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { DataPolicyActive } from '../domain/data-policy.errors.js';
import { EnterDataPolicy } from './enter-data-policy.js';
import { DataPoliciesKept } from './ports/data-policies-kept.js';

@Injectable()
export class DeleteDataPolicy {
  constructor(
    private readonly enterDataPolicy: EnterDataPolicy,
    private readonly kept: DataPoliciesKept,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @throws Forbidden, NotFound, EditedMeanwhile, DataPolicyActive */
  async execute(caller: Caller, id: number, version: number): Promise<void> {
    const { organizationId, status, name, ...policy } = await this.enterDataPolicy.execute(caller, 'abac.manage', id);
    const target = { type: 'data_policy', id };
    const event = { action: 'abac.data_policy.deleted', actorUserId: caller.userId, organizationId, target };
    await recordRefusal(this.auditTrail, event, async () => {
      if (policy.version !== version) throw new EditedMeanwhile();
      if (status === 'active') throw new DataPolicyActive();
      await this.unitOfWork.run(async () => {
        if (!(await this.kept.remove(id, version))) throw new EditedMeanwhile();
        await this.auditTrail.record({ ...event, outcome: 'success', detail: { name } });
      });
    });
  }
}
