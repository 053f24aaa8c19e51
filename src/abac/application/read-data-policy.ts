import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { EnterDataPolicy } from './enter-data-policy.js';
import { DescribeDataPolicies, type DescribedDataPolicy } from './describe-data-policies.js';

@Injectable()
export class ReadDataPolicy {
  constructor(
    private readonly enterDataPolicy: EnterDataPolicy,
    private readonly describeDataPolicies: DescribeDataPolicies,
  ) {}

  /** @throws Forbidden, NotFound */
  async execute(caller: Caller, id: number): Promise<DescribedDataPolicy> {
    return this.describeDataPolicies.one(await this.enterDataPolicy.execute(caller, 'abac.read', id));
  }
}
