import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { jsonDigest } from '../../shared/json-digest.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import type { DataPolicyContent } from '../domain/data-policy.js';
import { namesAsWarnings } from '../domain/names-of-data-policy.js';
import type { DataPolicyProblem } from '../domain/policy-problem.js';
import { CheckDataPolicy } from './check-data-policy.js';
import { DataPoliciesKept } from './ports/data-policies-kept.js';
import { DescribeDataPolicies, type DescribedDataPolicy } from './describe-data-policies.js';

/** As it was written or moved, with warnings about what may be a mistake. */
export interface WrittenDescribed extends DescribedDataPolicy {
  readonly warnings: readonly DataPolicyProblem[];
}

@Injectable()
export class CreateDataPolicy {
  constructor(
    private readonly access: AccessControl,
    private readonly checkDataPolicy: CheckDataPolicy,
    private readonly describeDataPolicies: DescribeDataPolicies,
    private readonly kept: DataPoliciesKept,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** A draft, which hides nothing. @throws Forbidden, NotFound, ValidationFailed, PolicyInvalid, DataPolicyNameTaken, Unavailable */
  async execute(caller: Caller, organizationId: number, content: DataPolicyContent): Promise<WrittenDescribed> {
    await this.access.require(caller, 'abac.manage', { organizationId });
    const event = { action: 'abac.data_policy.created', actorUserId: caller.userId, organizationId };
    const target = { type: 'organization', id: organizationId };
    const created = await recordRefusal(this.auditTrail, { ...event, target }, async () => {
      const { tree, warnings } = await this.checkDataPolicy.execute(caller, organizationId, content);
      return this.unitOfWork.run(async () => {
        await this.kept.advance(organizationId);
        await this.checkDataPolicy.rulesFit(content);
        const edit = { content, tree, by: caller.userId, at: this.clock.now() };
        const policy = await this.kept.add(organizationId, edit);
        const detail = { name: policy.name, sha256: jsonDigest(content) };
        const made = { type: 'data_policy', id: policy.id };
        await this.auditTrail.record({ ...event, outcome: 'success', target: made, detail });
        return { policy, warnings };
      });
    });
    const described = await this.describeDataPolicies.one(created.policy);
    const { appliesWhen } = content;
    return { ...described, warnings: namesAsWarnings(appliesWhen, described.namesNothing, created.warnings) };
  }
}
