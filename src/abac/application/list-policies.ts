import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { Forbidden } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import type { Policy } from '../domain/policy.js';
import type { UnknownName } from '../domain/unknown-names.js';
import { Policies } from './ports/policies.js';
import { WarnOfNames } from './warn-of-names.js';

export interface ListedPolicy extends Policy {
  /** In the versions in force, and in the latest. */
  readonly namesNothing: readonly (UnknownName & { readonly version: number })[];
}

@Injectable()
export class ListPolicies {
  constructor(
    private readonly access: AccessControl,
    private readonly policies: Policies,
    private readonly warnOfNames: WarnOfNames,
    private readonly auditTrail: AuditTrail,
  ) {}

  /**
   * @param organizationId `null` for all in which the caller may see them
   * @throws Forbidden, SsoRequired
   */
  async execute(caller: Caller, organizationId: number | null): Promise<readonly ListedPolicy[]> {
    const policies = await this.policies.ofOrganizations(await this.organizations(caller, organizationId));
    const texts = policies.length === 0 ? [] : await this.policies.textsOf(policies.map(({ id }) => id));
    const unknown = await this.warnOfNames.inTexts(texts);
    const named = texts.map(({ policyId, version }, index) => ({ policyId, version, names: unknown[index] ?? [] }));
    return policies.map((policy) => {
      const own = named.filter(({ policyId }) => policyId === policy.id);
      const namesNothing = own.flatMap(({ version, names }) => names.map((name) => ({ ...name, version })));
      return { ...policy, namesNothing };
    });
  }

  /** @returns `null` for all */
  private async organizations(caller: Caller, organizationId: number | null): Promise<readonly number[] | null> {
    if (organizationId !== null) {
      await this.access.require(caller, 'abac.read', { organizationId });
      return [organizationId];
    }
    if (caller.isSystemAdmin) return null;
    const organizations = await this.access.whereMember(caller, 'abac.read');
    if (organizations.length === 0) {
      const detail = { permission: 'abac.read' };
      await this.auditTrail.record({
        action: 'access.refused',
        outcome: 'refused',
        actorUserId: caller.userId,
        detail,
      });
      throw new Forbidden();
    }
    return organizations;
  }
}
