import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { BUILT_IN_ROLES } from '../domain/role.js';
import { type Organization, Organizations } from './ports/organizations.js';

export interface FoundOrganizationInput {
  readonly name: string;
  readonly domain: string | null;
  readonly plan: string;
  readonly workspace: string | null;
  readonly ownerUserId: number;
  readonly actorUserId: number | null;
}

/** An organization never stands without its built-in roles and an owner: they come with it in one commit. */
@Injectable()
export class FoundOrganization {
  constructor(
    private readonly organizations: Organizations,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  execute(input: FoundOrganizationInput): Promise<Organization> {
    return this.unitOfWork.run(async () => {
      const { name, domain, plan, workspace, ownerUserId, actorUserId } = input;
      const now = this.clock.now();
      const organization = await this.organizations.add({ name, domain, plan, createdAt: now });
      const organizationId = organization.id;
      for (const [roleName, permissions] of Object.entries(BUILT_IN_ROLES)) {
        await this.organizations.addRole({ organizationId, name: roleName, isBuiltIn: true, permissions });
      }
      await this.organizations.addMember({ organizationId, userId: ownerUserId, role: 'owner', joinedAt: now });
      if (workspace !== null)
        await this.organizations.addWorkspace({ organizationId, name: workspace, createdAt: now });
      await this.auditTrail.record({
        action: 'organization.founded',
        outcome: 'success',
        actorUserId,
        organizationId,
        target: { type: 'organization', id: organizationId },
        detail: { owner_user_id: ownerUserId },
      });
      return organization;
    });
  }
}
