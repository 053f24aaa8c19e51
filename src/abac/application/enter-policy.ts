import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import type { Permission } from '../../shared/permission.js';
import { AccessControl, type Held } from '../../shared/ports/access-control.js';
import type { Policy, PolicyVersion } from '../domain/policy.js';
import { Policies } from './ports/policies.js';

/** Finds a policy for a caller who may do this with it. */
@Injectable()
export class EnterPolicy {
  constructor(
    private readonly access: AccessControl,
    private readonly policies: Policies,
  ) {}

  /** @throws Forbidden, NotFound for a missing one and for a stranger */
  async execute(caller: Caller, permission: Permission, id: number): Promise<{ policy: Policy; held: Held }> {
    const policy = await this.policies.findFor(caller, id);
    if (policy === null) throw await this.access.refuseUnknown(caller, permission, { type: 'policy', id, name: 'Policy' });
    const { organizationId } = policy;
    // What only owners may allow is checked when a version moves, not when a draft is written.
    return { policy, held: await this.access.requireOrAsk(caller, permission, { organizationId }, 'Policy') };
  }

  /** @throws Forbidden, NotFound */
  async version(
    caller: Caller,
    permission: Permission,
    id: number,
    number: number,
  ): Promise<{ policy: Policy; version: PolicyVersion; held: Held }> {
    const entered = await this.execute(caller, permission, id);
    const version = await this.policies.version(id, number);
    if (version === null) throw new NotFound('Version');
    return { ...entered, version };
  }
}
