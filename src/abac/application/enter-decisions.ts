import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { Forbidden, ValidationFailed } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';

/** Finds the organization whose decisions a program may ask for. */
@Injectable()
export class EnterDecisions {
  constructor(private readonly access: AccessControl) {}

  /** @param organizationId `null` for the only one where the caller may see policies @throws Forbidden, ValidationFailed */
  async execute(caller: Caller, organizationId: number | null): Promise<number> {
    if (organizationId !== null) {
      await this.access.require(caller, 'abac.read', { organizationId });
      return organizationId;
    }
    const [first, ...others] = await this.access.whereMember(caller, 'abac.read');
    if (first === undefined) throw new Forbidden();
    if (others.length > 0)
      throw new ValidationFailed([{ field: 'organization_id', message: 'Say in the query which organization you ask about.' }]);
    return first;
  }
}
