import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile, NotFound, assertSeen } from '../../shared/domain-error.js';
import { hasSameLabels } from '../../shared/labels.js';
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

  /** @param input.expectedVersion `null` for any @throws NotFound, Forbidden, EditedMeanwhile, WorkspaceHolds */
  async execute(input: { caller: Caller; workspaceId: number; expectedVersion: number | null }): Promise<void> {
    const { caller, workspaceId, expectedVersion } = input;
    const found = await this.enterWorkspace.execute(caller, 'workspace.delete', workspaceId);
    await this.unitOfWork.run(async () => {
      const workspace = await this.workspaces.lock(workspaceId);
      if (workspace === null) throw new NotFound('Workspace');
      // Labelled by another request since policies were asked.
      if (!hasSameLabels(found.workspace.labels, workspace.labels)) throw new EditedMeanwhile();
      assertSeen(expectedVersion, workspace.version);
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
