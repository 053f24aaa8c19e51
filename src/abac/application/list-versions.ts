import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { type Permission, covers } from '../../shared/permission.js';
import { type Policy, type PolicyVersion, permitsBeyond } from '../domain/policy.js';
import type { UnknownName } from '../domain/unknown-names.js';
import { EnterPolicy } from './enter-policy.js';
import { Policies } from './ports/policies.js';
import { WarnOfNames } from './warn-of-names.js';

export interface ListedVersion extends PolicyVersion {
  /** The permissions that the caller lacks to activate it. */
  readonly missingPermissions: readonly Permission[];
  readonly namesNothing: readonly UnknownName[];
}

@Injectable()
export class ListVersions {
  constructor(
    private readonly enterPolicy: EnterPolicy,
    private readonly policies: Policies,
    private readonly warnOfNames: WarnOfNames,
  ) {}

  /** The latest first. @throws Forbidden, NotFound */
  async execute(caller: Caller, policyId: number): Promise<{ policy: Policy; versions: readonly ListedVersion[] }> {
    const { policy, held } = await this.enterPolicy.execute(caller, 'abac.read', policyId);
    // What system administrators do to run an organization needs no role there.
    const giver = { ...held, isSystemAdmin: caller.isSystemAdmin };
    const mayGrant = caller.isSystemAdmin || covers(held.permissions, ['abac.grant']);
    const versions = await this.policies.versions(policyId);
    const { organizationId } = policy;
    const unknown = await this.warnOfNames.inTexts(versions.map(({ tree }) => ({ organizationId, tree })));
    const listed = versions.map((version, index) => ({
      ...version,
      namesNothing: unknown[index] ?? [],
      missingPermissions: [...(mayGrant ? [] : (['abac.grant'] as const)), ...permitsBeyond(giver, version)],
    }));
    return { policy, versions: listed };
  }
}
