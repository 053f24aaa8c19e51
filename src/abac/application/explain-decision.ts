import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { DecidingPolicy } from '../domain/policy-request.js';
import type { PolicyVersion } from '../domain/policy.js';
import type { RecordedDecision } from '../domain/recorded-decision.js';
import { Decisions } from './ports/decisions.js';
import { Policies } from './ports/policies.js';
import { type Explanation, PolicyChecks } from './ports/policy-checks.js';

export interface ExplainedPolicy extends Explanation {
  readonly policy: DecidingPolicy;
  readonly version: PolicyVersion;
  readonly isShadow: boolean;
}

@Injectable()
export class ExplainDecision {
  constructor(
    private readonly access: AccessControl,
    private readonly decisions: Decisions,
    private readonly policies: Policies,
    private readonly checks: PolicyChecks,
  ) {}

  /**
   * Each policy that decided, clause by clause, by the version and the attributes of that time.
   * @throws Forbidden, NotFound, Unavailable
   */
  async execute(caller: Caller, id: number): Promise<{ decision: RecordedDecision; explained: readonly ExplainedPolicy[] }> {
    const decision = await this.decisions.findFor(caller, id);
    const asked = { type: 'policy_decision', id, name: 'Decision' } as const;
    if (decision === null) throw await this.access.refuseUnknown(caller, 'abac.read', asked);
    const { request, shadow } = decision;
    await this.access.require(caller, 'abac.read', { organizationId: request.organizationId }, 'Decision');
    const explained: ExplainedPolicy[] = [];
    const involved = [
      ...decision.decision.policies.map((policy) => ({ policy, isShadow: false })),
      ...(shadow?.policies ?? []).map((policy) => ({ policy, isShadow: true })),
    ];
    for (const { policy, isShadow } of involved) {
      const version = await this.policies.version(policy.id, policy.version);
      if (version === null) continue;
      explained.push({ policy, version, isShadow, ...(await this.checks.explain(version.tree, request)) });
    }
    return { decision, explained };
  }
}
