import { Injectable } from '@nestjs/common';
import { GuardSameData } from '../../data-sources/application/guard-same-data.js';
import { NameSameData, type ToldSource } from '../../data-sources/application/name-same-data.js';
import type { Caller } from '../../shared/caller.js';
import type { DataPolicy } from '../domain/data-policy.js';
import type { WrittenDescribed } from './create-data-policy.js';
import { DataPoliciesKept } from './ports/data-policies-kept.js';

type Covered = Pick<DataPolicy, 'organizationId' | 'dataSourceId'>;

/** Also names the other sources that read the data of an active policy. */
export interface GuardedDataPolicy extends WrittenDescribed {
  readonly sameData: readonly ToldSource[];
}

/** A data policy belongs to the data: tells what else reads it, and shuts what would show it. */
@Injectable()
export class GuardActivation {
  constructor(
    private readonly kept: DataPoliciesKept,
    private readonly guardSameData: GuardSameData,
    private readonly nameSameData: NameSameData,
  ) {}

  /** After the policy has begun to count: from then on, each registration of the same data is judged by it. */
  async execute(caller: Caller, policy: Covered): Promise<readonly ToldSource[]> {
    const sources = await this.guardSameData.execute(await this.covered(policy), caller.userId);
    return this.nameSameData.execute(caller, policy.organizationId, sources);
  }

  /** Before. @returns other sources of the same data that would be shut, and those that would show it */
  async foresee(caller: Caller, policy: Covered): Promise<{ shut: readonly ToldSource[]; shown: readonly ToldSource[] }> {
    const found = await this.guardSameData.foresee(await this.covered(policy));
    const told = await this.nameSameData.execute(caller, policy.organizationId, found);
    return {
      shut: told.filter((_, index) => found[index]?.isShut === true),
      shown: told.filter(({ isClosed }, index) => found[index]?.isShut === false && !isClosed),
    };
  }

  /** A policy for all sources protects those whose columns have its tags as soon as it is active. */
  private async covered({ organizationId, dataSourceId }: Covered): Promise<readonly number[]> {
    return dataSourceId === null ? this.kept.protectedAmong(organizationId, null) : [dataSourceId];
  }
}
