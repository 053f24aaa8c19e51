import { Injectable } from '@nestjs/common';
import { NotFound } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { Directory } from './ports/directory.js';
import { Members } from './ports/members.js';
import { Roles } from './ports/roles.js';
import { Workspaces } from './ports/workspaces.js';

/** Lets an invited person in: into the organization with the role, and into the workspace. */
@Injectable()
export class AdmitMember {
  constructor(
    private readonly roles: Roles,
    private readonly members: Members,
    private readonly directory: Directory,
    private readonly workspaces: Workspaces,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * A person who is a member already keeps their role and gets this one in the workspace. Joins the unit of work of the
   * acceptance. @throws NotFound when workspace or role are gone; MemberAlready
   */
  execute(input: { organizationId: number; workspaceId: number; roleId: number; userId: number }): Promise<void> {
    const { organizationId, workspaceId, roleId, userId } = input;
    return this.unitOfWork.run(async () => {
      const [role, workspace] = [await this.roles.find(roleId), await this.workspaces.find(workspaceId)];
      if (role?.organizationId !== organizationId) throw new NotFound('Role');
      if (workspace?.organizationId !== organizationId) throw new NotFound('Workspace');
      const joinedAt = this.clock.now();
      await this.members.admit({ organizationId, userId, roleId, joinedAt });
      await this.directory.entered({ organizationId, userId });
      await this.workspaces.addMember({ workspaceId, organizationId, userId, roleId, joinedAt });
      await this.auditTrail.record({
        action: 'member.joined',
        outcome: 'success',
        actorUserId: userId,
        organizationId,
        target: { type: 'user', id: userId },
        detail: { workspace_id: workspaceId, role: role.name },
      });
    });
  }
}
