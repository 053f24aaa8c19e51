import { Injectable } from '@nestjs/common';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { Clock } from '../../shared/ports/clock.js';
import type { DataPolicyContent, DataPolicyStatus } from '../domain/data-policy.js';
import type { Principal } from '../domain/policy-request.js';
import { attributesIn } from '../domain/policy-tree.js';
import type { AppliedPolicy } from '../domain/relation-limits.js';
import { unprovenContext } from '../domain/request-contexts.js';
import { CheckDataPolicy } from './check-data-policy.js';
import { EnterDataPolicy } from './enter-data-policy.js';
import { Conditions } from './ports/conditions.js';
import { DataPoliciesKept } from './ports/data-policies-kept.js';

export interface ChosenPolicy extends AppliedPolicy {
  readonly status: DataPolicyStatus;
  readonly applies: boolean;
  /** Why its condition cannot be evaluated for the person: then all statements over the source are refused. */
  readonly failure: string | null;
  /** Another session of the person may have another answer. */
  readonly dependsOnSession: boolean;
}

/** A policy that counts as if it were active: a stored one, or one from a form, which replaces a stored one or is new. */
export interface TriedPolicy {
  readonly id: number | null;
  readonly content: DataPolicyContent | null;
}

/** Tells which data policies of a data source are for a person who is not here: nothing is known of a session of theirs. */
@Injectable()
export class ChooseDataPolicies {
  constructor(
    private readonly kept: DataPoliciesKept,
    private readonly conditions: Conditions,
    private readonly enterDataPolicy: EnterDataPolicy,
    private readonly checkDataPolicy: CheckDataPolicy,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws Forbidden, NotFound, ValidationFailed or PolicyInvalid for a tried policy that does not fit; Unavailable
   */
  async execute(caller: Caller, source: DataSource, principal: Principal, tried: TriedPolicy): Promise<readonly ChosenPolicy[]> {
    const { id, organizationId, workspaceId, labels } = source;
    const trying = await this.trying(caller, organizationId, tried);
    const set = await this.kept.load(organizationId);
    const active = (set?.active ?? []).map((policy) => ({ ...policy, status: 'active' as const }));
    const others = active.filter((one) => trying.every(({ id: of }) => of !== one.id));
    const own = [...others, ...trying].filter(({ dataSourceId }) => dataSourceId === null || dataSourceId === id);
    if (own.length === 0) return [];
    const { holding, failing } = this.conditions.tried(own, {
      organizationId,
      epoch: set?.epoch ?? 0,
      allowedByRoles: true,
      isBreakGlass: false,
      principal,
      action: 'query.run',
      resource: { type: 'DataSource', id, labels, workspaceId },
      context: unprovenContext(this.clock.now()),
    });
    return own.map(({ tree, ...policy }) => ({
      ...policy,
      applies: holding.includes(policy.id),
      failure: failing.find(({ id: of }) => of === policy.id)?.cause ?? null,
      dependsOnSession: attributesIn(tree).some(({ of }) => of === 'context'),
    }));
  }

  private async trying(caller: Caller, organizationId: number, { id, content }: TriedPolicy) {
    const kept = id === null ? null : await this.enterDataPolicy.execute(caller, 'abac.read', id);
    if (kept !== null && kept.organizationId !== organizationId) throw new NotFound('Data policy');
    const tried = content ?? kept;
    if (tried === null || (content === null && kept?.status === 'active')) return [];
    const { tree } = await this.checkDataPolicy.execute(caller, organizationId, tried);
    return [{ ...tried, id: kept?.id ?? null, status: kept?.status ?? ('draft' as const), tree }];
  }
}
