import { Injectable } from '@nestjs/common';
import type { HeldRoles } from '../../shared/held-roles.js';
import { ProvisionedGrants } from './ports/provisioned-grants.js';

/** For showing what a change leads to: asked before it and after it. */
@Injectable()
export class ReadHeldRoles {
  constructor(private readonly grants: ProvisionedGrants) {}

  /** Joins the unit of work. @returns `null` for somebody who is not a member */
  execute(organizationId: number, userId: number): Promise<HeldRoles | null> {
    return this.grants.heldBy(organizationId, userId);
  }
}
