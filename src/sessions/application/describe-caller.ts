import { Injectable } from '@nestjs/common';
import { ListFactors } from '../../mfa/application/list-factors.js';
import type { Proof } from '../../mfa/application/verify-factor.js';
import { type AccessOfCaller, DescribeAccess } from '../../organizations/application/describe-access.js';
import type { Caller } from '../../shared/caller.js';
import { roleNameOf } from '../domain/access-token-claims.js';

export interface CallerDescription {
  readonly caller: Caller;
  readonly role: string;
  readonly access: AccessOfCaller;
  readonly mfaMethods: readonly Proof['method'][];
}

@Injectable()
export class DescribeCaller {
  constructor(
    private readonly describeAccess: DescribeAccess,
    private readonly listFactors: ListFactors,
  ) {}

  async execute(caller: Caller): Promise<CallerDescription> {
    const [access, mfaMethods] = await Promise.all([this.describeAccess.execute(caller), this.methodsOf(caller)]);
    return { caller, role: roleNameOf(caller, access.organizations[0]?.role), access, mfaMethods };
  }

  private async methodsOf({ userId, hasFactor }: Caller): Promise<readonly Proof['method'][]> {
    return hasFactor === false ? [] : (await this.listFactors.execute(userId)).methods;
  }
}
