import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Policy, PolicyVersion } from '../domain/policy.js';
import { EnterPolicy } from './enter-policy.js';
import { Policies } from './ports/policies.js';

@Injectable()
export class ListVersions {
  constructor(
    private readonly enterPolicy: EnterPolicy,
    private readonly policies: Policies,
  ) {}

  /** The latest first. @throws Forbidden, NotFound */
  async execute(caller: Caller, policyId: number): Promise<{ policy: Policy; versions: readonly PolicyVersion[] }> {
    const { policy } = await this.enterPolicy.execute(caller, 'abac.read', policyId);
    return { policy, versions: await this.policies.versions(policyId) };
  }
}
