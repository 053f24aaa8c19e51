import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { Forbidden } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import type { Policy } from '../domain/policy.js';
import { Policies } from './ports/policies.js';

@Injectable()
export class ListPolicies {
  constructor(
    private readonly access: AccessControl,
    private readonly policies: Policies,
    private readonly auditTrail: AuditTrail,
  ) {}

  /**
   * @param organizationId `null` for all in which the caller may see them
   * @throws Forbidden, SsoRequired
   */
  async execute(caller: Caller, organizationId: number | null): Promise<readonly Policy[]> {
    if (organizationId !== null) {
      await this.access.require(caller, 'abac.read', { organizationId });
      return this.policies.ofOrganizations([organizationId]);
    }
    if (caller.isSystemAdmin) return this.policies.ofOrganizations(null);
    await this.access.requireMembership(caller, 'abac.read');
    const organizations = await this.access.where(caller, 'abac.read');
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
    return this.policies.ofOrganizations(organizations);
  }
}
