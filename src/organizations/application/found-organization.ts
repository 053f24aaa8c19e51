import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { Organization, Plan } from '../domain/organization.js';
import { BUILT_IN_ROLES, type BuiltInRole } from '../domain/role.js';
import { Directory } from './ports/directory.js';
import { Members } from './ports/members.js';
import { Organizations } from './ports/organizations.js';
import { Roles } from './ports/roles.js';
import { Workspaces } from './ports/workspaces.js';

export interface FoundOrganizationInput {
  readonly name: string;
  readonly domain: string | null;
  readonly plan: Plan;
  readonly workspace: string | null;
  /** `null`: its first owner will be invited later. */
  readonly ownerUserId: number | null;
  readonly actorUserId: number | null;
}

/** An organization never exists without its built-in roles: they come with it in one commit, and so does its owner. */
@Injectable()
export class FoundOrganization {
  constructor(
    private readonly organizations: Organizations,
    private readonly roles: Roles,
    private readonly members: Members,
    private readonly directory: Directory,
    private readonly workspaces: Workspaces,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound when the owner has no account */
  execute(input: FoundOrganizationInput): Promise<Organization> {
    return this.unitOfWork.run(async () => {
      const { name, domain, plan, workspace, ownerUserId, actorUserId } = input;
      const now = this.clock.now();
      const organization = await this.organizations.add({ name, domain, plan, createdAt: now });
      const organizationId = organization.id;
      const ids = await this.addBuiltInRoles(organizationId);
      if (ownerUserId !== null) {
        await this.members.add({ organizationId, userId: ownerUserId, roleId: ids.owner, joinedAt: now });
        await this.directory.entered({ organizationId, userId: ownerUserId });
      }
      if (workspace !== null) {
        // The first workspace is for everybody.
        const settings = { allowPublicAccess: true, defaultRoleId: ids.viewer, customSettings: {} };
        const times = { createdAt: now, updatedAt: now };
        await this.workspaces.add({ organizationId, name: workspace, settings, labels: [], ...times });
      }
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

  private async addBuiltInRoles(organizationId: number): Promise<Record<BuiltInRole, number>> {
    const ids = { owner: 0, admin: 0, editor: 0, viewer: 0 };
    for (const name of Object.keys(ids) as BuiltInRole[]) {
      const role = { organizationId, name, isBuiltIn: true, permissions: BUILT_IN_ROLES[name] };
      ids[name] = (await this.roles.add(role)).id;
    }
    return ids;
  }
}
