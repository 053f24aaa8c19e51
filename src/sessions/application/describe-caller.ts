import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { roleNameOf } from '../domain/role-name.js';
import { SecondFactor } from './ports/second-factor.js';
import { type OrganizationOfCaller, Affiliations } from './ports/affiliations.js';

export interface CallerDescription {
  readonly caller: Caller;
  readonly role: string;
  readonly organizations: readonly OrganizationOfCaller[];
  readonly mfaMethods: readonly string[];
}

@Injectable()
export class DescribeCaller {
  constructor(
    private readonly affiliations: Affiliations,
    private readonly secondFactor: SecondFactor,
  ) {}

  async execute(caller: Caller): Promise<CallerDescription> {
    const [organizations, mfaMethods] = await Promise.all([
      this.affiliations.organizationsOf(caller.userId),
      this.secondFactor.methodsOf(caller.userId),
    ]);
    return { caller, role: roleNameOf(caller, organizations[0]?.role), organizations, mfaMethods };
  }
}
