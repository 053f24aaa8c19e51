import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { OwnerConsent } from '../../shared/ports/owner-consent.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { DataPolicyInStatus } from '../domain/data-policy.errors.js';
import { type DataPolicy, MOST_ACTIVE_BYTES } from '../domain/data-policy.js';
import { namesAsWarnings } from '../domain/names-of-data-policy.js';
import { assertFit } from '../domain/policy.errors.js';
import { CheckDataPolicy } from './check-data-policy.js';
import { EnterDataPolicy } from './enter-data-policy.js';
import { DataPoliciesKept } from './ports/data-policies-kept.js';
import { DescribeDataPolicies } from './describe-data-policies.js';
import { GuardActivation, type GuardedDataPolicy } from './guard-activation.js';

@Injectable()
export class MoveDataPolicy {
  constructor(
    private readonly access: AccessControl,
    private readonly enterDataPolicy: EnterDataPolicy,
    private readonly checkDataPolicy: CheckDataPolicy,
    private readonly describeDataPolicies: DescribeDataPolicies,
    private readonly guardActivation: GuardActivation,
    private readonly kept: DataPoliciesKept,
    private readonly consent: OwnerConsent,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Activating a policy hides more, so `abac.manage` is enough; disabling one shows more, so it takes `abac.grant`. All instances follow
   * with their next statement.
   * @throws Forbidden, OwnerApprovalRequired, NotFound, ValidationFailed, PolicyInvalid, EditedMeanwhile, DataPolicyInStatus,
   * PoliciesTooLarge, Unavailable
   */
  async execute(caller: Caller, id: number, version: number, status: 'active' | 'disabled'): Promise<GuardedDataPolicy> {
    const { policy, held: entered } = await this.enterDataPolicy.withHeld(caller, 'abac.manage', id);
    const { organizationId } = policy;
    const isActive = policy.status === 'active';
    const held = isActive ? await this.access.requireOrAsk(caller, 'abac.grant', { organizationId }) : entered;
    const target = { type: 'data_policy', id };
    const action = status === 'active' ? 'abac.data_policy.activated' : 'abac.data_policy.disabled';
    const event = { action, actorUserId: caller.userId, organizationId, target };
    const { next: moved, warnings } = await recordRefusal(this.auditTrail, event, async () => {
      if (policy.version !== version) throw new EditedMeanwhile();
      if (policy.status === status) throw new DataPolicyInStatus(status);
      const checked = status === 'active' ? await this.checkDataPolicy.execute(caller, organizationId, policy) : null;
      return this.unitOfWork.run(async () => {
        await this.kept.advance(organizationId);
        const before = await this.kept.bytesInForce(organizationId);
        const next = await this.kept.move(id, version, { status, by: caller.userId, at: this.clock.now() });
        if (next === null) throw new EditedMeanwhile();
        if (status === 'active' || isActive) {
          const change = isActive ? 'disable_data_policy' : 'activate_data_policy';
          await this.consent.settle(caller, held, organizationId, { kind: 'change', change, facts: factsOf(policy) });
        }
        if (status === 'active') await this.checkDataPolicy.rulesFit(policy);
        assertFit({ before, after: await this.kept.bytesInForce(organizationId) }, MOST_ACTIVE_BYTES);
        const detail = { name: policy.name, version: next.version };
        await this.auditTrail.record({ ...event, outcome: 'success', detail });
        return { next, warnings: checked?.warnings ?? [] };
      });
    });
    const sameData = moved.status === 'active' ? await this.guardActivation.execute(caller, moved) : [];
    const described = await this.describeDataPolicies.one(moved);
    return { ...described, sameData, warnings: namesAsWarnings(moved.appliesWhen, described.namesNothing, warnings) };
  }
}

/** Names the version that the owner saw; every change raises it. */
function factsOf({ id, name, version }: DataPolicy) {
  return { data_policy_id: id, data_policy: name, version };
}
