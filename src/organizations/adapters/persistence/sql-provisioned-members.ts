import { Injectable } from '@nestjs/common';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { unseen, unseenList } from '../../../platform/database/unseen.js';
import type { PermissionGrant } from '../../../shared/permission.js';
import type { Held } from '../../../shared/ports/access-control.js';
import {
  type Suspension,
  type AdmittedMember,
  type Deed,
  ProvisionedMembers,
  type Standing,
} from '../../application/ports/provisioned-members.js';
import { MemberAlready } from '../../domain/organization.errors.js';

const IS_OWNER = `r.is_built_in AND r.name = 'owner'`;

const ROLE = `SELECT r.id, r.name FROM roles r WHERE r.organization_id = $1
   AND CASE WHEN $2::int IS NULL THEN r.is_built_in AND r.name = 'viewer' ELSE r.id = $2 END`;

const STANDING: PreparedStatement = {
  name: 'provisioned_members_standing',
  text: `SELECT coalesce(bool_or(m.organization_id = $1), false) AS "isMember",
                coalesce(bool_or(m.organization_id = $1 AND '*' = ANY (r.permissions)), false) AS "isOwner",
                coalesce(bool_or(m.organization_id = $1 AND m.suspended_at IS NOT NULL), false) AS "isSuspended",
                coalesce(bool_or(m.organization_id <> $1), false) AS "belongsElsewhere",
                coalesce(bool_or(m.organization_id <> $1 AND m.suspended_at IS NULL), false) AS "isKeptElsewhere"
           FROM organization_members m JOIN roles r ON r.id = m.role_id WHERE m.user_id = $2`,
};

/** What is referred to is carried out: the lock, too. */
const HOLD_STANDING: PreparedStatement = {
  name: 'provisioned_members_hold_standing',
  text: `WITH standing AS MATERIALIZED (${STANDING.text}),
              held AS MATERIALIZED (SELECT 1 FROM organizations o WHERE o.id = $1 AND NOT (SELECT "isOwner" FROM standing) FOR SHARE)
         SELECT * FROM standing WHERE (SELECT count(*) FROM held) >= 0`,
};

/** The people first, then what the act touches: the roles that it gives, and those that the member has. */
const WEIGH: PreparedStatement = {
  name: 'provisioned_members_weigh',
  text: `SELECT u.id AS "userId", u.is_system_admin AS "isSystemAdmin", coalesce(r.permissions, '{}') AS permissions
           FROM users u
           LEFT JOIN organization_members m ON m.organization_id = $1 AND m.user_id = u.id AND m.suspended_at IS NULL
           LEFT JOIN roles r ON r.id = m.role_id
          WHERE u.id = ${unseenList('$2', 'int')} AND u.status = 'active'
          UNION ALL
         SELECT NULL, false, r.permissions FROM roles r
          WHERE r.organization_id = $1 AND (r.id = ${unseenList('$3', 'int')} OR ${unseen('$4::boolean')} AND r.is_built_in AND r.name = 'viewer')
          UNION ALL
         SELECT NULL, false, r.permissions FROM organization_members m JOIN roles r ON r.id = m.role_id
          WHERE m.organization_id = $1 AND m.user_id = ${unseen('$5::int')}
          UNION ALL
         SELECT NULL, false, r.permissions FROM workspace_members w JOIN roles r ON r.id = w.role_id
          WHERE w.organization_id = $1 AND w.user_id = ${unseen('$5::int')}`,
};

const ADMIT: PreparedStatement = {
  name: 'provisioned_members_admit',
  text: `WITH role AS (${ROLE}), admitted AS (
           INSERT INTO organization_members (organization_id, user_id, role_id, joined_at, suspended_at, arrived_at)
           SELECT $1, $3, role.id, $4, $5, $6 FROM role)
         SELECT name FROM role`,
};

const SUSPEND: PreparedStatement = {
  name: 'provisioned_members_suspend',
  text: `UPDATE organization_members m SET suspended_at = $3 FROM roles r
          WHERE m.organization_id = $1 AND m.user_id = $2 AND m.suspended_at IS NULL AND r.id = m.role_id
      RETURNING ${IS_OWNER} AS "isOwner", m.arrived_at IS NOT NULL AS "hasCome"`,
};

const REINSTATE: PreparedStatement = {
  name: 'provisioned_members_reinstate',
  text: `UPDATE organization_members SET suspended_at = NULL
          WHERE organization_id = $1 AND user_id = $2 AND suspended_at IS NOT NULL
      RETURNING arrived_at IS NOT NULL AS "hasCome"`,
};

/** Raw, because directories ask most of it at each change, and most of it reads several tables at once. */
@Injectable()
export class SqlProvisionedMembers extends ProvisionedMembers {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  standingOf(organizationId: number, userId: number): Promise<Standing> {
    return this.standing(STANDING, organizationId, userId);
  }

  holdStanding(organizationId: number, userId: number): Promise<Standing> {
    return this.standing(HOLD_STANDING, organizationId, userId);
  }

  async weigh(
    organizationId: number,
    people: readonly number[],
    { userId, roleIds }: Deed,
  ): Promise<{ rights: ReadonlyMap<number, Held>; touched: readonly PermissionGrant[] }> {
    const named = roleIds.filter((id) => id !== null);
    const values = [organizationId, people, named, named.length < roleIds.length, userId];
    const rows = await this.session.query<Omit<Held, 'isFounding'> & { userId: number | null }>(WEIGH, values);
    const rights = new Map<number, Held>();
    const touched: PermissionGrant[] = [];
    for (const { userId: id, permissions, isSystemAdmin } of rows)
      if (id === null) touched.push(...permissions);
      else rights.set(id, { permissions, isSystemAdmin, isFounding: false });
    return { rights, touched };
  }

  async admit(member: AdmittedMember): Promise<string> {
    const { organizationId, userId, roleId, joinedAt, suspendedAt, arrivedAt } = member;
    try {
      const values = [organizationId, roleId, userId, joinedAt, suspendedAt, arrivedAt];
      const [role] = await this.session.query<{ name: string }>(ADMIT, values);
      if (role === undefined) throw new Error('The organization lacks the role for people whom its directory brings.');
      return role.name;
    } catch (error) {
      if (isUniqueViolation(error)) throw new MemberAlready();
      throw error;
    }
  }

  async suspend(organizationId: number, userId: number, at: Date): Promise<Suspension | null> {
    const [row] = await this.session.query<{ isOwner: boolean; hasCome: boolean }>(SUSPEND, [organizationId, userId, at]);
    return row ?? null;
  }

  async reinstate(organizationId: number, userId: number): Promise<{ hasCome: boolean } | null> {
    return (await this.session.query<{ hasCome: boolean }>(REINSTATE, [organizationId, userId]))[0] ?? null;
  }

  async entranceOf(organizationId: number, roleId: number | null): Promise<{ workspaceId: number; roleId: number } | null> {
    const [row] = await this.session.query<{ workspaceId: number; roleId: number }>(
      `WITH role AS (${ROLE})
       SELECT w.id AS "workspaceId", role.id AS "roleId" FROM workspaces w, role WHERE w.organization_id = $1
        ORDER BY w.id LIMIT 1`,
      [organizationId, roleId],
    );
    return row ?? null;
  }

  private async standing(statement: PreparedStatement, organizationId: number, userId: number): Promise<Standing> {
    const [row] = await this.session.query<Standing & object>(statement, [organizationId, userId]);
    return row ?? { isMember: false, isOwner: false, isSuspended: false, belongsElsewhere: false, isKeptElsewhere: false };
  }
}
