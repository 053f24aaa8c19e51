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

/** Gives members the roles that their directory groups grant, instead of what such groups gave them before. */
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
  }): Promise<void> {
    const { organizationId, userIds, held, actorUserId } = input;
    return this.unitOfWork.run(async () => {
      const scope: GrantScope = { organizationId, userIds };
      const moves = await this.grants.giveRoles(scope, input.roles, input.fallbackRoleId);
      const workspaceMoves = await this.grants.giveWorkspaces(scope, input.workspaces, this.clock.now());
      const moved = new Set([...moves.flatMap(({ from, to }) => [from, to]), ...workspaceMoves.map(({ role }) => role)]);
      if (held !== null && moved.size > 0) await this.assertCovered(held, organizationId, moved);
      const moving = new Set([...moves, ...workspaceMoves].map(({ userId }) => userId));
      if (moving.size > 0) await this.endOutgrownPasswords.execute(organizationId, [...moving]);
      const event = (action: string, { userId, hasCome }: RoleMove | WorkspaceMove, detail: AuditEvent['detail']): AuditEvent => ({
        action,
        outcome: 'success',
        actorUserId,
        target: { type: 'user', id: userId },
        ...placeOfEvent(organizationId, hasCome, detail),
      });
      await this.auditTrail.recordAll([
        ...moves.map((move) => event('member.role_changed', move, { from: move.from, to: move.to, scim_group: move.groupId })),
        ...workspaceMoves.map((move) => {
          const { workspaceId, change, role, groupId } = move;
          return event(`workspace.member_${change}`, move, { workspace_id: workspaceId, role, scim_group: groupId });
        }),
      ]);
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
