import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { ValidationFailed } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { UnknownReference, unknownReference } from '../domain/organization.errors.js';
import { EnterWorkspace } from './enter-workspace.js';
import { GiveRole } from './give-role.js';
import { Members } from './ports/members.js';
import { Roles } from './ports/roles.js';
import { Workspaces } from './ports/workspaces.js';

/** Makes a member of the organization a member of one workspace. What their role gives there counts in this workspace alone. */
@Injectable()
export class AddWorkspaceMember {
  constructor(
    private readonly enterWorkspace: EnterWorkspace,
    private readonly roles: Roles,
    private readonly members: Members,
    private readonly giveRole: GiveRole,
    private readonly workspaces: Workspaces,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * @param input.roleId `null` for the default role of the workspace
   * @throws NotFound, Forbidden, UnknownReference, OwnerApprovalRequired; GrantRefused for a role that gives more than the caller holds there; MemberAlready
   */
  async execute(input: {
    caller: Caller;
    workspaceId: number;
    userId: number;
    roleId: number | null;
  }): Promise<{ role: { id: number; name: string } }> {
    const { caller, workspaceId, userId } = input;
    const { workspace, held } = await this.enterWorkspace.execute(caller, 'workspace.write', workspaceId);
    const { organizationId } = workspace;
    const role = await this.roles.find(input.roleId ?? workspace.settings.defaultRoleId);
    if (role?.organizationId !== organizationId) {
      const isMember = (await this.members.find(organizationId, userId)) !== null;
      throw new ValidationFailed([...unknownReference('role_id', 'role'), ...(isMember ? [] : unknownReference('user_id', 'member'))]);
    }
    const event = {
      action: 'workspace.member_added',
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'user', id: userId },
    };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const person = await this.members.find(organizationId, userId);
        if (person === null) throw new UnknownReference('user_id', 'member');
        await this.giveRole.execute({ caller, held, role, member: person });
        const joinedAt = this.clock.now();
        await this.workspaces.addMember({ workspaceId, organizationId, userId, roleId: role.id, joinedAt });
        await this.auditTrail.record({
          ...event,
          outcome: 'success',
          detail: { workspace_id: workspaceId, role: role.name },
        });
        return { role: { id: role.id, name: role.name } };
      }),
    );
  }
}
