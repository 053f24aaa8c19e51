import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { type Role, assertTakes } from '../domain/role.js';
import type { Workspace } from '../domain/workspace.js';
import { EnterWorkspace } from './enter-workspace.js';
import { Workspaces } from './ports/workspaces.js';

@Injectable()
export class RemoveWorkspaceMember {
  constructor(
    private readonly access: AccessControl,
    private readonly enterWorkspace: EnterWorkspace,
    private readonly workspaces: Workspaces,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @throws NotFound, Forbidden, GrantRefused */
  async execute(input: { caller: Caller; workspaceId: number; userId: number }): Promise<void> {
    const { caller, workspaceId, userId } = input;
    const { workspace, held } = await this.enterWorkspace.execute(caller, 'workspace.write', workspaceId);
    await this.end('workspace.member_removed', { caller, workspace, userId }, (role) => assertTakes(held, role.permissions));
  }

  /** People go by themselves whatever their role allows. @throws NotFound */
  async leave(caller: Caller, workspaceId: number): Promise<void> {
    const workspace = await this.workspaces.findFor(caller, workspaceId);
    // For people who are not members, the workspace looks as if it did not exist.
    if (workspace === null || (await this.workspaces.roleOf(workspaceId, caller.userId)) === null) {
      const asked = { type: 'workspace', id: workspaceId, name: 'Workspace' } as const;
      throw await this.access.refuseUnknown(caller, 'workspace.read', asked);
    }
    await this.end('workspace.member_left', { caller, workspace, userId: caller.userId }, () => undefined);
  }

  private async end(
    action: string,
    { caller, workspace, userId }: { caller: Caller; workspace: Workspace; userId: number },
    assertMay: (role: Role) => void,
  ): Promise<void> {
    const { id: workspaceId, organizationId } = workspace;
    const event = {
      action,
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'user', id: userId },
    };
    await recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const role = await this.workspaces.roleOf(workspaceId, userId);
        if (role === null) throw new NotFound('Member');
        assertMay(role);
        if (!(await this.workspaces.removeMember(workspaceId, userId))) throw new NotFound('Member');
        await this.auditTrail.record({
          ...event,
          outcome: 'success',
          detail: { workspace_id: workspaceId },
        });
      }),
    );
  }
}
