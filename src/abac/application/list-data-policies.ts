import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { DataPolicy } from '../domain/data-policy.js';
import { FindOutdatedRules, type Outdated, UP_TO_DATE } from './find-outdated-rules.js';
import { DataPoliciesKept } from './ports/data-policies-kept.js';

interface ListedDataPolicy {
  readonly policy: DataPolicy;
  readonly outdated: Outdated;
}

@Injectable()
export class ListDataPolicies {
  constructor(
    private readonly access: AccessControl,
    private readonly kept: DataPoliciesKept,
    private readonly findOutdatedRules: FindOutdatedRules,
  ) {}

  /** @throws Forbidden */
  async execute(caller: Caller, organizationId: number): Promise<readonly ListedDataPolicy[]> {
    await this.access.require(caller, 'abac.read', { organizationId });
    const policies = await this.kept.ofOrganization(organizationId);
    const outdated = await this.findOutdatedRules.execute(policies);
    return policies.map((policy, index) => ({ policy, outdated: outdated[index] ?? UP_TO_DATE }));
  }
}
