import { Injectable } from '@nestjs/common';
import { ListFactors } from '../../mfa/application/list-factors.js';
import type { Proof } from '../../mfa/application/verify-factor.js';
import { ListAffiliations } from '../../organizations/application/list-affiliations.js';
import type { Caller } from '../../shared/caller.js';
import { roleNameOf } from '../domain/access-token-claims.js';

export interface CallerDescription {
  readonly caller: Caller;
  readonly role: string;
  /** Most powerful role first. */
  readonly organizations: readonly { readonly id: number; readonly name: string; readonly role: string }[];
  readonly mfaMethods: readonly Proof['method'][];
}

@Injectable()
export class DescribeCaller {
  constructor(
    private readonly listAffiliations: ListAffiliations,
    private readonly listFactors: ListFactors,
  ) {}

  async execute(caller: Caller): Promise<CallerDescription> {
    const [affiliations, { methods }] = await Promise.all([
      this.listAffiliations.execute(caller.userId),
      this.listFactors.execute(caller.userId),
    ]);
    const organizations = affiliations.map(({ organizationId, organizationName, roleName }) => ({
      id: organizationId,
      name: organizationName,
      role: roleName,
    }));
    return { caller, role: roleNameOf(caller, organizations[0]?.role), organizations, mfaMethods: methods };
  }
}
