import { Injectable } from '@nestjs/common';
import type { Held } from '../../shared/ports/access-control.js';
import { type AuditEvent, AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { placeOfEvent } from '../../shared/unseen-event.js';
import { assertGives } from '../domain/role.js';
import { EndOutgrownPasswords } from './end-outgrown-passwords.js';
import {
  type GrantScope,
  type GroupGrant,
  ProvisionedGrants,
  type RoleMove,
  type WorkspaceGrant,
  type WorkspaceMove,
} from './ports/provisioned-grants.js';
import { Roles } from './ports/roles.js';

/** What follows from groups, for members and their workspaces. */
export interface GroupChanges {
  readonly roles: readonly RoleMove[];
  readonly workspaces: readonly WorkspaceMove[];
}

/** Gives members the roles that their groups grant, instead of what such groups gave them before. */
@Injectable()
export class ApplyGrants {
  constructor(
    private readonly grants: ProvisionedGrants,
    private readonly roles: Roles,
    private readonly endOutgrownPasswords: EndOutgrownPasswords,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Whether the groups may give their roles was checked when they were mapped. Joins the unit of work.
   * @param input.userIds the members concerned, with grants or without; `null` for all
   * @param input.fallbackRoleId for members to whom no group gives a role any more; `null` for the built-in viewer
   * @param input.held permissions of the person who causes the change: members neither gain nor lose what that person lacks; `null` when
   * a person comes whose place was judged when it was made
   * @throws GrantRefused
   */
  execute(input: {
    organizationId: number;
    userIds: readonly number[] | null;
    roles: readonly GroupGrant[];
    workspaces: readonly WorkspaceGrant[];
    fallbackRoleId: number | null;
    held: Held | null;
    actorUserId: number | null;
    /** The connection whose claims name the groups; left out for the directory. */
    connectionId?: number;
  }): Promise<GroupChanges> {
    const { organizationId, userIds, held, actorUserId, connectionId } = input;
    return this.unitOfWork.run(async () => {
      const scope: GrantScope = { organizationId, userIds, source: connectionId === undefined ? 'directory' : 'claims' };
      const moves = await this.grants.giveRoles(scope, input.roles, input.fallbackRoleId);
      const workspaceMoves = await this.grants.giveWorkspaces(scope, input.workspaces, this.clock.now());
      const moved = new Set([...moves.flatMap(({ from, to }) => [from, to]), ...workspaceMoves.map(({ role }) => role)]);
      if (held !== null && moved.size > 0) await this.assertCovered(held, organizationId, moved);
      const moving = new Set([...moves, ...workspaceMoves].map(({ userId }) => userId));
      if (moving.size > 0) await this.endOutgrownPasswords.execute(organizationId, [...moving]);
      const groupOf = (groupId: string | null): Record<string, string | number | null> =>
        connectionId === undefined ? { scim_group: groupId } : { claimed_group: groupId, sso_connection_id: connectionId };
      const event = (action: string, { userId, hasCome }: RoleMove | WorkspaceMove, detail: AuditEvent['detail']): AuditEvent => ({
        action,
        outcome: 'success',
        actorUserId,
        target: { type: 'user', id: userId },
        ...placeOfEvent(organizationId, hasCome, detail),
      });
      await this.auditTrail.recordAll([
        ...moves.map((move) => event('member.role_changed', move, { from: move.from, to: move.to, ...groupOf(move.groupId) })),
        ...workspaceMoves.map((move) => {
          const { workspaceId, change, role, groupId } = move;
          return event(`workspace.member_${change}`, move, { workspace_id: workspaceId, role, ...groupOf(groupId) });
        }),
      ]);
      return { roles: moves, workspaces: workspaceMoves };
    });
  }

  private async assertCovered(held: Held, organizationId: number, names: ReadonlySet<string>): Promise<void> {
    const roles = await this.roles.ofOrganization(organizationId);
    const moved = roles.filter(({ name }) => names.has(name));
    assertGives(
      held,
      moved.flatMap(({ permissions }) => permissions),
    );
  }
}
