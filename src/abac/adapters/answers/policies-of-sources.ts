import { Injectable } from '@nestjs/common';
import { SourcePolicies } from '../../../data-sources/application/ports/source-policies.js';
import { DataPoliciesKept } from '../../application/ports/data-policies-kept.js';
import { NamesInForce } from '../../application/ports/names-in-force.js';

@Injectable()
export class PoliciesOfSources extends SourcePolicies {
  constructor(
    private readonly names: NamesInForce,
    private readonly kept: DataPoliciesKept,
  ) {
    super();
  }

  lock(organizationId: number): Promise<void> {
    return this.names.lock(organizationId);
  }

  protectedAmong(...[organizationId, ids]: Parameters<SourcePolicies['protectedAmong']>): Promise<readonly number[]> {
    return this.kept.protectedAmong(organizationId, ids);
  }
}
