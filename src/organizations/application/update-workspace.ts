import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { assertSeen, EditedMeanwhile, NotFound } from '../../shared/domain-error.js';
import { hasSameLabels, labelsOf } from '../../shared/labels.js';
import { OF_VIEWERS } from '../../shared/permission.js';
import { AccessControl, type Held } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { OwnerConsent } from '../../shared/ports/owner-consent.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { assertGives } from '../domain/role.js';
import type { Workspace, WorkspaceSettings } from '../domain/workspace.js';
import { AssignableRole } from './assignable-role.js';
import { EnterWorkspace } from './enter-workspace.js';
import { Workspaces } from './ports/workspaces.js';

@Injectable()
export class UpdateWorkspace {
  constructor(
    private readonly access: AccessControl,
    private readonly enterWorkspace: EnterWorkspace,
    private readonly workspaces: Workspaces,
    private readonly assignableRole: AssignableRole,
    private readonly consent: OwnerConsent,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Settings merge, one by one. Labels decide which policies apply, so changing them takes the right to publish policies.
   * @throws NotFound, Forbidden, GrantRefused, OwnerApprovalRequired, EditedMeanwhile, NameTaken, UnknownReference
   */
  async execute(input: {
    caller: Caller;
    workspaceId: number;
    change: {
      readonly name?: string;
      readonly settings?: Partial<WorkspaceSettings>;
      readonly labels?: readonly string[];
    };
    expectedVersion: number | null;
  }): Promise<Workspace> {
    const { caller, workspaceId, change, expectedVersion } = input;
    const { workspace: found, held } = await this.enterWorkspace.execute(caller, 'workspace.write', workspaceId);
    const { organizationId } = found;
    const isRelabelled = change.labels !== undefined && !hasSameLabels(change.labels, found.labels);
    const grant = isRelabelled ? await this.access.requireOrAsk(caller, 'abac.grant', { organizationId }) : null;
    const event = {
      action: 'workspace.updated',
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'workspace', id: workspaceId },
    };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const workspace = await this.workspaces.lock(workspaceId);
        if (workspace === null) throw new NotFound('Workspace');
        assertSeen(expectedVersion, workspace.version);
        const labels = labelsOf(change.labels ?? workspace.labels);
        // Another request has changed the labels since this one checked the right to do so.
        if (grant === null && !hasSameLabels(labels, workspace.labels)) throw new EditedMeanwhile();
        if (grant !== null) await this.settle(caller, grant, workspace, labels);
        await this.assertGiven(held, workspace, change.settings ?? {});
        const saved = await this.workspaces.save({
          ...workspace,
          name: change.name ?? workspace.name,
          settings: { ...workspace.settings, ...change.settings },
          labels,
          updatedAt: this.clock.now(),
        });
        await this.auditTrail.record({
          ...event,
          outcome: 'success',
          detail: {
            changed: [...Object.keys(change), ...Object.keys(change.settings ?? {})],
            ...(isRelabelled && { labels }),
          },
        });
        return saved;
      }),
    );
  }

  /** The default role is for who joins; what viewers hold is for every member of the organization, if it is opened to them. */
  private async assertGiven(held: Held, { organizationId, settings }: Workspace, change: Partial<WorkspaceSettings>): Promise<void> {
    await this.assignableRole.assert(held, organizationId, change.defaultRoleId);
    if (change.allowPublicAccess === true && !settings.allowPublicAccess) assertGives(held, OF_VIEWERS);
  }

  private settle(caller: Caller, grant: Held, workspace: Workspace, labels: readonly string[]): Promise<void> {
    const { id, organizationId, name, labels: before } = workspace;
    const facts = { workspace_id: id, workspace: name, labels, in_place_of: before };
    return this.consent.settle(caller, grant, organizationId, { kind: 'change', change: 'set_labels', facts });
  }
}
