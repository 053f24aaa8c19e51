import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile } from '../../shared/domain-error.js';
import { jsonDigest } from '../../shared/json-digest.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { OwnerConsent } from '../../shared/ports/owner-consent.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { type DataPolicyContent, MOST_ACTIVE_BYTES } from '../domain/data-policy.js';
import { namesAsWarnings } from '../domain/names-of-data-policy.js';
import { assertFit } from '../domain/policy.errors.js';
import { contentInWords } from '../domain/rules-in-words.js';
import { CheckDataPolicy } from './check-data-policy.js';
import { EnterDataPolicy } from './enter-data-policy.js';
import { DataPoliciesKept } from './ports/data-policies-kept.js';
import { DescribeDataPolicies } from './describe-data-policies.js';
import { GuardActivation, type GuardedDataPolicy } from './guard-activation.js';

@Injectable()
export class ChangeDataPolicy {
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
   * Replaces what it says. A change of an active one may show what was hidden, so it needs `abac.grant`.
   * @throws Forbidden, OwnerApprovalRequired, NotFound, ValidationFailed, PolicyInvalid, EditedMeanwhile, DataPolicyNameTaken, PoliciesTooLarge, Unavailable
   */
  async execute(caller: Caller, id: number, version: number, content: DataPolicyContent): Promise<GuardedDataPolicy> {
    const policy = await this.enterDataPolicy.execute(caller, 'abac.manage', id);
    const { organizationId } = policy;
    const isActive = policy.status === 'active';
    const grant = isActive ? await this.access.requireOrAsk(caller, 'abac.grant', { organizationId }) : null;
    const target = { type: 'data_policy', id };
    const event = { action: 'abac.data_policy.changed', actorUserId: caller.userId, organizationId, target };
    const { next: changed, warnings } = await recordRefusal(this.auditTrail, event, async () => {
      // The status that decides which permission is needed is that of this version.
      if (policy.version !== version) throw new EditedMeanwhile();
      const { tree, warnings } = await this.checkDataPolicy.execute(caller, organizationId, content);
      return this.unitOfWork.run(async () => {
        await this.kept.advance(organizationId);
        const before = await this.kept.bytesInForce(organizationId);
        const edit = { content, tree, by: caller.userId, at: this.clock.now() };
        const next = await this.kept.change(id, version, edit);
        if (next === null) throw new EditedMeanwhile();
        if (grant !== null) {
          const facts = { data_policy_id: id, data_policy: policy.name, version, ...contentInWords(content) };
          await this.consent.settle(caller, grant, organizationId, {
            kind: 'change',
            change: 'change_data_policy',
            facts,
          });
        }
        await this.checkDataPolicy.rulesFit(content);
        assertFit({ before, after: await this.kept.bytesInForce(organizationId) }, MOST_ACTIVE_BYTES);
        const detail = { name: next.name, version: next.version, sha256: jsonDigest(content) };
        await this.auditTrail.record({ ...event, outcome: 'success', detail });
        return { next, warnings };
      });
    });
    const sameData = changed.status === 'active' ? await this.guardActivation.execute(caller, changed) : [];
    const described = await this.describeDataPolicies.one(changed);
    return { ...described, sameData, warnings: namesAsWarnings(changed.appliesWhen, described.namesNothing, warnings) };
  }
}
