import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { labelsOf } from '../../shared/labels.js';
import { covers } from '../../shared/permission.js';
import { AccessControl, type Held } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { OwnerConsent } from '../../shared/ports/owner-consent.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import type { Workspace, WorkspaceSettings } from '../domain/workspace.js';
import { AssignableRole } from './assignable-role.js';
import { Members } from './ports/members.js';
import { Organizations } from './ports/organizations.js';
import { Roles } from './ports/roles.js';
import { Workspaces } from './ports/workspaces.js';

@Injectable()
export class CreateWorkspace {
  constructor(
    private readonly access: AccessControl,
    private readonly organizations: Organizations,
    private readonly roles: Roles,
    private readonly members: Members,
    private readonly assignableRole: AssignableRole,
    private readonly workspaces: Workspaces,
    private readonly consent: OwnerConsent,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Labels decide which policies apply, so giving them takes the right to publish policies. @throws Forbidden, OwnerApprovalRequired, NotFound, NameTaken, UnknownReference */
  async execute(input: {
    caller: Caller;
    organizationId: number;
    name: string;
    settings: Partial<WorkspaceSettings>;
    labels: readonly string[];
  }): Promise<Workspace> {
    const { caller, organizationId, name, settings, labels } = input;
    const held = await this.access.require(caller, 'workspace.write', { organizationId });
    const grant = labels.length > 0 ? await this.access.requireOrAsk(caller, 'abac.grant', { organizationId }) : null;
    const event = { action: 'workspace.created', actorUserId: caller.userId, organizationId };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        if ((await this.organizations.find(organizationId)) === null) throw new NotFound('Organization');
        if (grant !== null) {
          const facts = { workspace: name, labels: labelsOf(labels) };
          await this.consent.settle(caller, grant, organizationId, {
            kind: 'change',
            change: 'create_workspace',
            facts,
          });
        }
        const viewer = await this.roles.builtIn(organizationId, 'viewer');
        const defaults = { allowPublicAccess: false, defaultRoleId: viewer.id, customSettings: {} };
        await this.assignableRole.assert(held, organizationId, settings.defaultRoleId);
        const now = this.clock.now();
        const workspace = await this.workspaces.add({
          organizationId,
          name,
          settings: { ...defaults, ...settings },
          labels: labelsOf(labels),
          createdAt: now,
          updatedAt: now,
        });
        const joinedAs = await this.join(caller, held, workspace);
        await this.auditTrail.record({
          ...event,
          outcome: 'success',
          target: { type: 'workspace', id: workspace.id },
          detail: { name, ...(joinedAs !== null && { joined_as: joinedAs }), ...(labels.length > 0 && { labels: workspace.labels }) },
        });
        return workspace;
      }),
    );
  }

  /** Who does not manage all workspaces sees their own as a member, with their role in the organization. @returns its name */
  private async join({ userId }: Caller, { permissions, isSystemAdmin }: Held, workspace: Workspace): Promise<string | null> {
    const { id: workspaceId, organizationId, createdAt: joinedAt } = workspace;
    const role = await this.members.roleOf(organizationId, userId);
    if (isSystemAdmin || role === null || covers(permissions, ['workspace.delete'])) return null;
    await this.workspaces.addMember({ workspaceId, organizationId, userId, roleId: role.id, joinedAt });
    return role.name;
  }
}
