import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { DataPoliciesKept } from './ports/data-policies-kept.js';
import { DescribeDataPolicies, type DescribedDataPolicy } from './describe-data-policies.js';

@Injectable()
export class ListDataPolicies {
  constructor(
    private readonly access: AccessControl,
    private readonly kept: DataPoliciesKept,
    private readonly describeDataPolicies: DescribeDataPolicies,
  ) {}

  /** @throws Forbidden */
  async execute(caller: Caller, organizationId: number): Promise<readonly DescribedDataPolicy[]> {
    await this.access.require(caller, 'abac.read', { organizationId });
    return this.describeDataPolicies.execute(organizationId, await this.kept.ofOrganization(organizationId));
  }
}
