import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { roleNameOf } from '../domain/role-name.js';
import { type OrganizationOfCaller, Affiliations } from './ports/affiliations.js';

export interface CallerDescription {
  readonly caller: Caller;
  readonly role: string;
  readonly organizations: readonly OrganizationOfCaller[];
}

@Injectable()
export class DescribeCaller {
  constructor(private readonly affiliations: Affiliations) {}

  async execute(caller: Caller): Promise<CallerDescription> {
    const organizations = await this.affiliations.organizationsOf(caller.userId);
    return { caller, role: roleNameOf(caller, organizations[0]?.role), organizations };
  }
}
