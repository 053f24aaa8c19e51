import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { DataPoliciesKept } from './ports/data-policies-kept.js';
import { TellDataPolicies, type ToldDataPolicy } from './tell-data-policies.js';

@Injectable()
export class ListDataPolicies {
  constructor(
    private readonly access: AccessControl,
    private readonly kept: DataPoliciesKept,
    private readonly tellDataPolicies: TellDataPolicies,
  ) {}

  /** @throws Forbidden */
  async execute(caller: Caller, organizationId: number): Promise<readonly ToldDataPolicy[]> {
    await this.access.require(caller, 'abac.read', { organizationId });
    return this.tellDataPolicies.execute(await this.kept.ofOrganization(organizationId));
  }
}
