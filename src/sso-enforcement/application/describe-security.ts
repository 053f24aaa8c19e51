import { Injectable } from '@nestjs/common';
import { SecurityStates, type StateOfMember } from './ports/security-states.js';

export type { StateOfMember } from './ports/security-states.js';

/** How the accounts of members are protected, as far as it concerns their organization. Checks no permission. */
@Injectable()
export class DescribeSecurity {
  constructor(private readonly states: SecurityStates) {}

  execute(organizationId: number, userIds: readonly number[]): Promise<readonly StateOfMember[]> {
    return this.states.of(organizationId, userIds);
  }
}
