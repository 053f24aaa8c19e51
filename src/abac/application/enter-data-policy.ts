import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Permission } from '../../shared/permission.js';
import { AccessControl, type Held } from '../../shared/ports/access-control.js';
import type { DataPolicy } from '../domain/data-policy.js';
import { DataPoliciesKept } from './ports/data-policies-kept.js';

/** Finds a data policy for a caller who may do this with it. */
@Injectable()
export class EnterDataPolicy {
  constructor(
    private readonly access: AccessControl,
    private readonly kept: DataPoliciesKept,
  ) {}

  /** @throws Forbidden, NotFound for a missing one and for a stranger */
  async execute(caller: Caller, permission: Permission, id: number): Promise<DataPolicy> {
    return (await this.withHeld(caller, permission, id)).policy;
  }

  /** @throws Forbidden, NotFound */
  async withHeld(caller: Caller, permission: Permission, id: number): Promise<{ policy: DataPolicy; held: Held }> {
    const policy = await this.kept.findFor(caller, id);
    if (policy === null) throw await this.access.refuseUnknown(caller, permission, { type: 'data_policy', id, name: 'Data policy' });
    const { organizationId } = policy;
    const held = await this.access.require(caller, permission, { organizationId }, 'Data policy');
    return { policy, held };
  }
}
