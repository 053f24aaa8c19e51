import { Injectable } from '@nestjs/common';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { HeldRoles } from '../../../shared/held-roles.js';
import {
  type ClaimedRole,
  type GrantScope,
  type GrantSource,
  type GroupGrant,
  ProvisionedGrants,
  type RoleMove,
  type WorkspaceGrant,
  type WorkspaceMove,
} from '../../application/ports/provisioned-grants.js';

const BUILT_IN = 'SELECT id FROM roles WHERE organization_id = $1 AND is_built_in AND name =';

interface SourceRules {
  /** Marks what the source gave. */
  readonly column: string;
  /** Marks what the other source gave. */
  readonly other: string;
  /** Whether it gives over what the other one gave, and over what was given by hand in the organization. */
  readonly takesOver: boolean;
}

const RULES: Readonly<Record<GrantSource, SourceRules>> = {
  directory: { column: 'is_provisioned', other: 'is_from_claims', takesOver: true },
  claims: { column: 'is_from_claims', other: 'is_provisioned', takesOver: false },
};

// Only conditions on the locked row: a member who was made owner in between is checked again and left alone.
function roleStatement({ column, other, takesOver }: SourceRules, narrowing: string): string {
  const over = takesOver ? '' : `AND NOT m.${other} AND m.role_id IN ($5, (${BUILT_IN} 'viewer'))`;
  return `WITH change AS MATERIALIZED (
         SELECT m.user_id, m.arrived_at, m.role_id AS before, coalesce(g.role_id, $5, (${BUILT_IN} 'viewer')) AS after, g.group_id
           FROM organization_members m
           LEFT JOIN unnest($2::int[], $3::int[], $4::text[]) AS g (user_id, role_id, group_id) USING (user_id)
          WHERE m.organization_id = $1 AND m.role_id <> (${BUILT_IN} 'owner') ${narrowing}
            AND CASE WHEN g.role_id IS NULL THEN m.${column}
                     ELSE NOT m.${column} ${over} OR m.${column} AND m.role_id <> g.role_id END
          ORDER BY m.user_id FOR NO KEY UPDATE OF m),
       written AS (
         UPDATE organization_members m SET role_id = c.after, ${column} = c.group_id IS NOT NULL${takesOver ? `, ${other} = false` : ''}
           FROM change c WHERE m.organization_id = $1 AND m.user_id = c.user_id)
       SELECT c.user_id AS "userId", b.name AS "from", a.name AS "to", c.group_id AS "groupId",
              c.arrived_at IS NOT NULL AS "hasCome"
         FROM change c JOIN roles b ON b.id = c.before JOIN roles a ON a.id = c.after
        WHERE a.id <> b.id ORDER BY c.user_id`;
}

/** One member whom a statement changed. */
const HAS_COME = `EXISTS (SELECT FROM organization_members o
               WHERE o.organization_id = $1 AND o.user_id = g.user_id AND o.arrived_at IS NOT NULL)`;

const takingStatement = ({ column }: SourceRules, narrowing: string): string =>
  `WITH gone AS (
         DELETE FROM workspace_members m
          WHERE m.organization_id = $1 AND m.${column} ${narrowing}
            AND NOT EXISTS (SELECT 1 FROM unnest($2::int[], $3::int[]) AS g (user_id, workspace_id)
                             WHERE g.user_id = m.user_id AND g.workspace_id = m.workspace_id)
         RETURNING m.user_id, m.workspace_id, m.role_id)
       SELECT g.user_id AS "userId", g.workspace_id AS "workspaceId", r.name AS role, NULL AS "groupId",
              'removed' AS change, ${HAS_COME} AS "hasCome"
         FROM gone g JOIN roles r ON r.id = g.role_id`;

// It waits for a workspace that is being deleted, and then adds no one to it.
const giveStatement = ({ column, other, takesOver }: SourceRules): string =>
  `WITH grants AS MATERIALIZED (
         SELECT g.* FROM unnest($2::int[], $3::int[], $4::text[], $5::int[]) AS g (user_id, role_id, group_id, workspace_id)
           JOIN workspaces w ON w.organization_id = $1 AND w.id = g.workspace_id FOR KEY SHARE OF w),
       written AS (
         INSERT INTO workspace_members AS m (workspace_id, organization_id, user_id, role_id, joined_at, ${column})
         SELECT g.workspace_id, $1, g.user_id, g.role_id, $6, true FROM grants g
           JOIN organization_members o ON o.organization_id = $1 AND o.user_id = g.user_id
          ORDER BY g.workspace_id, g.user_id
         ON CONFLICT (workspace_id, user_id) DO UPDATE SET role_id = excluded.role_id${takesOver ? `, ${column} = true, ${other} = false` : ''}
          WHERE ${takesOver ? `m.${other} OR ` : ''}m.${column} AND m.role_id <> excluded.role_id
         RETURNING m.workspace_id, m.user_id, m.role_id, m.xmax = 0 AS is_new)
       SELECT w.user_id AS "userId", w.workspace_id AS "workspaceId", r.name AS role, g.group_id AS "groupId",
              CASE WHEN w.is_new THEN 'added' ELSE 'changed' END AS change, ${HAS_COME} AS "hasCome"
         FROM written w JOIN roles r ON r.id = w.role_id JOIN grants g USING (user_id, workspace_id)`;

const HELD: PreparedStatement = {
  name: 'provisioned_grants_held',
  text: `SELECT NULL AS "workspaceId", r.name AS role FROM organization_members m JOIN roles r ON r.id = m.role_id
          WHERE m.organization_id = $1 AND m.user_id = $2
          UNION ALL
         SELECT w.workspace_id, r.name FROM workspace_members w JOIN roles r ON r.id = w.role_id
          WHERE w.organization_id = $1 AND w.user_id = $2
          ORDER BY 1 NULLS FIRST`,
};

const CLAIMED = `SELECT role_id AS "roleId", NULL AS "workspaceId" FROM organization_members
    WHERE organization_id = $1 AND user_id = $2 AND is_from_claims
    UNION ALL
   SELECT role_id, workspace_id FROM workspace_members WHERE organization_id = $1 AND user_id = $2 AND is_from_claims`;

/** Up to this many, a plan made for few is good; for more, PostgreSQL plans anew with their number. */
const FEW = 50;

function planned({ userIds, source }: GrantScope, name: string, text: string): string | PreparedStatement {
  return userIds === null || userIds.length > FEW ? text : { name: `provisioned_grants_${name}_by_${source}`, text };
}

/** Raw: one statement over several tables moves all people whom a change concerns. */
@Injectable()
export class SqlProvisionedGrants extends ProvisionedGrants {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  giveRoles(scope: GrantScope, grants: readonly GroupGrant[], fallbackRoleId: number | null): Promise<RoleMove[]> {
    const values = [scope.organizationId, ...columnsOf(grants), fallbackRoleId, ...valuesOf(scope)];
    return this.session.query<RoleMove>(planned(scope, 'roles', roleStatement(RULES[scope.source], within(scope, 6))), values);
  }

  async giveWorkspaces(scope: GrantScope, grants: readonly WorkspaceGrant[], at: Date): Promise<WorkspaceMove[]> {
    const given = grants.length === 0 ? [] : await this.give(scope, grants, at);
    const values = [
      scope.organizationId,
      grants.map(({ userId }) => userId),
      grants.map(({ workspaceId }) => workspaceId),
      ...valuesOf(scope),
    ];
    const statement = planned(scope, 'workspaces_taken', takingStatement(RULES[scope.source], within(scope, 4)));
    const taken = await this.session.query<WorkspaceMove>(statement, values);
    return [...given, ...taken];
  }

  async heldBy(organizationId: number, userId: number): Promise<HeldRoles | null> {
    const rows = await this.session.query<{ workspaceId: number | null; role: string }>(HELD, [organizationId, userId]);
    const role = rows.find(({ workspaceId }) => workspaceId === null)?.role;
    if (role === undefined) return null;
    return { role, workspaces: rows.flatMap(({ workspaceId, role: name }) => (workspaceId === null ? [] : [{ workspaceId, role: name }])) };
  }

  claimedBy(organizationId: number, userId: number): Promise<ClaimedRole[]> {
    return this.session.query<ClaimedRole & object>(CLAIMED, [organizationId, userId]);
  }

  private give(scope: GrantScope, grants: readonly WorkspaceGrant[], at: Date): Promise<WorkspaceMove[]> {
    const workspaceIds = grants.map(({ workspaceId }) => workspaceId);
    const values = [scope.organizationId, ...columnsOf(grants), workspaceIds, at];
    return this.session.query<WorkspaceMove>(planned(scope, 'workspaces_given', giveStatement(RULES[scope.source])), values);
  }
}

function columnsOf(grants: readonly GroupGrant[]): unknown[] {
  return [grants.map(({ userId }) => userId), grants.map(({ roleId }) => roleId), grants.map(({ groupId }) => groupId)];
}

/** Written only when it narrows: PostgreSQL plans one person by the key and a whole organization by a scan. */
function within({ userIds }: GrantScope, position: number): string {
  return userIds === null ? '' : `AND m.user_id = ANY ($${position}::int[])`;
}

function valuesOf({ userIds }: GrantScope): unknown[] {
  return userIds === null ? [] : [userIds];
}
