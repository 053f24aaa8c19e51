import { Injectable } from '@nestjs/common';
import { type AuditEvent, AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import {
  type GrantScope,
  type GroupGrant,
  ProvisionedGrants,
  type WorkspaceGrant,
} from './ports/provisioned-grants.js';

/** Gives members what the groups of a directory entitle them to, in place of what such groups gave them before. */
@Injectable()
export class ApplyGrants {
  constructor(
    private readonly grants: ProvisionedGrants,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Asks nobody's permission: that was asked when the groups were mapped. Joins the unit of work.
   * @param input.userIds whom it concerns, with grants or without; `null` for everybody
   * @param input.fallbackRoleId for whom no group gives a role any more; `null` for the built-in viewer
   */
  execute(input: {
    organizationId: number;
    userIds: readonly number[] | null;
    roles: readonly GroupGrant[];
    workspaces: readonly WorkspaceGrant[];
    fallbackRoleId: number | null;
    actorUserId: number | null;
  }): Promise<void> {
    const { organizationId, userIds, actorUserId } = input;
    return this.unitOfWork.run(async () => {
      const scope: GrantScope = { organizationId, userIds };
      const moves = await this.grants.giveRoles(scope, input.roles, input.fallbackRoleId);
      const workspaceMoves = await this.grants.giveWorkspaces(scope, input.workspaces, this.clock.now());
      const event = (action: string, userId: number, detail: AuditEvent['detail'] & object): AuditEvent => ({
        action,
        outcome: 'success',
        actorUserId,
        organizationId,
        target: { type: 'user', id: userId },
        detail,
      });
      await this.auditTrail.recordAll([
        ...moves.map(({ userId, from, to, groupId }) =>
          event('member.role_changed', userId, { from, to, scim_group: groupId }),
        ),
        ...workspaceMoves.map(({ userId, workspaceId, change, role, groupId }) =>
          event(`workspace.member_${change}`, userId, { workspace_id: workspaceId, role, scim_group: groupId }),
        ),
      ]);
    });
  }
}
