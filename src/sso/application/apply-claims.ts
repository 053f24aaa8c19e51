import { Injectable } from '@nestjs/common';
import { ApplyGrants } from '../../organizations/application/apply-grants.js';
import { ReadClaimedRoles } from '../../organizations/application/read-claimed-roles.js';
import type { GroupMapping } from '../../shared/group-mapping.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import type { ClaimDecision, DatedGroups } from '../domain/claimed-groups.js';
import type { Connection } from '../domain/connection.js';
import { DecideClaims } from './decide-claims.js';

/** At each login, a member holds by claims exactly what the groups of this login give. */
@Injectable()
export class ApplyClaims {
  constructor(
    private readonly decideClaims: DecideClaims,
    private readonly applyGrants: ApplyGrants,
    private readonly readClaimedRoles: ReadClaimedRoles,
    private readonly auditTrail: AuditTrail,
  ) {}

  /**
   * Joins the unit of work, in which the account is locked and the connection held. A mapping that gives more than the responsible
   * person may still give gives nothing new, ends what no group of this login names, and does not keep anybody from logging in.
   * @returns `null` for a connection whose groups never gave anything; `hasChanged`: the person holds something else now
   */
  async execute(
    connection: Pick<Connection, 'id' | 'organizationId' | 'hasGroupMapping' | 'defaultRoleId'>,
    userId: number,
    said: DatedGroups,
  ): Promise<{ readonly decision: ClaimDecision; readonly hasChanged: boolean } | null> {
    const decision = await this.decideClaims.execute(connection, userId, said);
    if (decision === null) return null;
    const { id: connectionId, organizationId, defaultRoleId } = connection;
    const { given, isWithheld } = decision;
    if (isWithheld)
      await this.auditTrail.record({
        action: 'sso.claims.withheld',
        outcome: 'refused',
        actorUserId: userId,
        organizationId,
        target: { type: 'user', id: userId },
        detail: { connection_id: connectionId, reason: 'above_ceiling' },
      });
    if (given === null) return { decision, hasChanged: false };
    const kept = isWithheld ? await this.readClaimedRoles.execute(organizationId, userId) : null;
    const isGiven = (one: GroupMapping): boolean =>
      kept === null || kept.some(({ roleId, workspaceId }) => roleId === one.roleId && workspaceId === one.workspaceId);
    const grants = given.filter(isGiven).map(({ groupId, roleId, workspaceId }) => ({ userId, groupId, roleId, workspaceId }));
    const { roles, workspaces } = await this.applyGrants.execute({
      organizationId,
      userIds: [userId],
      roles: grants.filter(({ workspaceId }) => workspaceId === null),
      workspaces: grants.flatMap(({ workspaceId, ...grant }) => (workspaceId === null ? [] : [{ ...grant, workspaceId }])),
      fallbackRoleId: defaultRoleId,
      // The ceiling of the responsible person was judged already. What groups gave before ends in any case.
      held: null,
      actorUserId: null,
      connectionId,
    });
    return { decision, hasChanged: roles.length + workspaces.length > 0 };
  }
}
