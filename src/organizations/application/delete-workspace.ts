import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { EnterWorkspace } from './enter-workspace.js';
import { Workspaces } from './ports/workspaces.js';

@Injectable()
export class DeleteWorkspace {
  constructor(
    private readonly enterWorkspace: EnterWorkspace,
    private readonly workspaces: Workspaces,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @throws NotFound, Forbidden, WorkspaceHolds */
  async execute(caller: Caller, workspaceId: number): Promise<void> {
    const { workspace } = await this.enterWorkspace.execute(caller, 'workspace.delete', workspaceId);
    await this.unitOfWork.run(async () => {
      await this.workspaces.remove(workspaceId);
      await this.auditTrail.record({
        action: 'workspace.deleted',
        outcome: 'success',
        actorUserId: caller.userId,
        organizationId: workspace.organizationId,
        target: { type: 'workspace', id: workspaceId },
        detail: { name: workspace.name },
      });
    });
  }
}
