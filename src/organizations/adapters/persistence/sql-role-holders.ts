import { Injectable } from '@nestjs/common';
import { workspaceInReach } from '../../../platform/database/in-reach.js';
import { isAmongFound, peopleQuery } from '../../../platform/database/people-search.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import type { ReachOfWorkspaces } from '../../../shared/reach.js';
import { type RoleHolder, RoleHolders } from '../../application/ports/role-holders.js';
import type { Role } from '../../domain/role.js';
import { STATUS } from './sql-members.js';

type HolderRow = Omit<RoleHolder, 'workspace'> & {
  readonly workspaceId: number | null;
  readonly workspaceName: string | null;
};

/** A person whom a directory brought and who has not come is not shown as a member: see `Members`. */
const heldIn = (reach: string): string => `(
  SELECT user_id, NULL::integer AS workspace_id FROM organization_members
   WHERE organization_id = $1 AND role_id = $2 AND arrived_at IS NOT NULL
   UNION ALL
  SELECT w.user_id, w.workspace_id FROM workspace_members w
    JOIN organization_members m ON m.organization_id = w.organization_id AND m.user_id = w.user_id
   WHERE w.organization_id = $1 AND w.role_id = $2 AND m.arrived_at IS NOT NULL
     AND w.workspace_id IN (SELECT s.id FROM workspaces s WHERE s.organization_id = $1 AND ${reach}))`;

/** Raw: a union of two tables, of which only one page is joined with the accounts. */
@Injectable()
export class SqlRoleHolders extends RoleHolders {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async pageOf(
    { id, organizationId }: Pick<Role, 'id' | 'organizationId'>,
    search: string | null,
    reach: ReachOfWorkspaces,
    request: PageRequest,
  ): Promise<Page<RoleHolder>> {
    const words = search === null ? null : peopleQuery(search);
    if (search !== null && words === null) return { items: [], total: 0 };
    const values: unknown[] = [organizationId, id];
    const given = (value: unknown): string => `$${values.push(value)}`;
    const held = heldIn(workspaceInReach('s', reach, given));
    const from = words === null ? held : `(SELECT h.* FROM ${held} h WHERE ${isAmongFound('h.user_id', given(words))})`;
    const next = values.length + 1;
    const rows = await this.session.query<HolderRow & object>(
      `SELECT h.user_id AS "userId", u.username, u.display_name AS "displayName", u.email, ${STATUS} AS status, h.workspace_id AS "workspaceId",
              p.name AS "workspaceName"
         FROM (SELECT * FROM ${from} held ORDER BY user_id, workspace_id NULLS FIRST LIMIT $${next} OFFSET $${next + 1}) h
         JOIN users u ON u.id = h.user_id
         JOIN organization_members m ON m.organization_id = $1 AND m.user_id = h.user_id
         LEFT JOIN workspaces p ON p.id = h.workspace_id
        ORDER BY h.user_id, h.workspace_id NULLS FIRST`,
      [...values, request.limit, offsetOf(request)],
    );
    const [counted] = await this.session.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${from} h`, values);
    return { items: rows.map(holderOf), total: counted?.total ?? 0 };
  }
}

function holderOf({ workspaceId, workspaceName, ...holder }: HolderRow): RoleHolder {
  const isInOrganization = workspaceId === null || workspaceName === null;
  return { ...holder, workspace: isInOrganization ? null : { id: workspaceId, name: workspaceName } };
}
