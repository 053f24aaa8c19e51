import { Injectable } from '@nestjs/common';
import { isForeignKeyViolation, isUniqueViolation } from '../../../platform/database/database-errors.js';
import { isAmongFound, peopleQuery } from '../../../platform/database/people-search.js';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { NotFound } from '../../../shared/domain-error.js';
import { Clock } from '../../../shared/ports/clock.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import type { Contact } from '../../../shared/mail-to.js';
import type { PermissionGrant } from '../../../shared/permission.js';
import type { Place, Standing } from '../../../shared/ports/access-control.js';
import { type Arrival, type HeldWithin, type Member, type SessionOfUser, Members } from '../../application/ports/members.js';
import { MemberAlready } from '../../domain/organization.errors.js';
import type { Role } from '../../domain/role.js';
import { HELD_WITHIN, standingIn } from './held-within.js';

export interface MemberRow {
  readonly userId: number;
  readonly username: string;
  readonly displayName: string | null;
  readonly email: string;
  readonly status: Member['status'];
  readonly roleId: number;
  readonly roleName: string;
  readonly joinedAt: Date;
}

/** The status of account and membership in one: a disabled account is disabled everywhere. */
export const STATUS = `CASE WHEN u.status = 'active' AND m.suspended_at IS NOT NULL THEN 'suspended' ELSE u.status END`;

export function memberOf({ userId, username, displayName, email, status, roleId, roleName, joinedAt }: MemberRow): Member {
  return { userId, username, displayName, email, status, role: { id: roleId, name: roleName }, joinedAt };
}

const BELONGS_SOMEWHERE: PreparedStatement = {
  name: 'members_belongs_somewhere',
  text: 'SELECT 1 FROM organization_members WHERE user_id = $1 AND suspended_at IS NULL LIMIT 1',
};

/** A person whom a directory brings is not shown as a member until they come: see `Members`. */
const HAS_COME = 'arrived_at IS NOT NULL';
const MEMBERS = `FROM organization_members m JOIN users u ON u.id = m.user_id JOIN roles r ON r.id = m.role_id
  WHERE m.organization_id = $1`;
const FOUND = `(SELECT * FROM organization_members m WHERE m.organization_id = $1 AND m.${HAS_COME} AND ${isAmongFound('m.user_id', '$2')}) found`;
const COLUMNS = `m.user_id AS "userId", u.username, u.display_name AS "displayName", u.email, ${STATUS} AS status, m.role_id AS "roleId", r.name AS "roleName",
  m.joined_at AS "joinedAt"`;

/** Skips memberships that a directory suspended before the person came. */
const ARRIVE: PreparedStatement = {
  name: 'members_arrive',
  text: `UPDATE organization_members m SET arrived_at = $2 FROM roles r
          WHERE m.user_id = $1 AND m.arrived_at IS NULL AND m.suspended_at IS NULL AND r.id = m.role_id
      RETURNING m.organization_id AS "organizationId", r.name AS role`,
};

/** Written only when it narrows: PostgreSQL plans a few people by the key, and an organization by a scan. */
const outgrownPasswords = (narrowing: string): string =>
  `SELECT m.user_id AS id FROM organization_members m
     JOIN users u ON u.id = m.user_id AND u.claimed_at IS NULL AND u.password_hash IS NOT NULL
    WHERE m.organization_id = $1 ${narrowing} AND NOT '*' = ANY (coalesce(u.password_reach, '{}'))
      AND EXISTS (SELECT FROM roles r
                   WHERE r.organization_id = $1 AND NOT r.permissions <@ coalesce(u.password_reach, '{}')
                     AND (r.id = m.role_id OR r.id IN (SELECT w.role_id FROM workspace_members w
                                                        WHERE w.organization_id = $1 AND w.user_id = m.user_id)))
    ORDER BY m.user_id`;

/** Raw: nearly every statement joins the accounts and the roles, and each access decision runs one of them. */
@Injectable()
export class SqlMembers extends Members {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly clock: Clock,
  ) {
    super();
  }

  async add(member: { organizationId: number; userId: number; roleId: number; joinedAt: Date }): Promise<void> {
    try {
      await this.session.execute(
        'INSERT INTO organization_members (organization_id, user_id, role_id, joined_at, arrived_at) VALUES ($1, $2, $3, $4, $4)',
        [member.organizationId, member.userId, member.roleId, member.joinedAt],
      );
    } catch (error) {
      if (isUniqueViolation(error)) throw new MemberAlready();
      if (isForeignKeyViolation(error)) throw new NotFound('Account');
      throw error;
    }
  }

  async admit(member: { organizationId: number; userId: number; roleId: number; joinedAt: Date }): Promise<void> {
    await this.session.execute(
      `INSERT INTO organization_members AS m (organization_id, user_id, role_id, joined_at, arrived_at)
       VALUES ($1, $2, $3, $4, $4)
       ON CONFLICT (organization_id, user_id) DO UPDATE SET arrived_at = excluded.arrived_at WHERE m.arrived_at IS NULL`,
      [member.organizationId, member.userId, member.roleId, member.joinedAt],
    );
  }

  async pageOf(organizationId: number, search: string | null, request: PageRequest): Promise<Page<Member>> {
    return search === null ? this.pageOfAll(organizationId, request) : this.pageOfFound(organizationId, peopleQuery(search), request);
  }

  /** Names are looked up for the page alone: a late page of a large organization must not join all rows before it. */
  private async pageOfAll(organizationId: number, request: PageRequest): Promise<Page<Member>> {
    const rows = await this.session.query<MemberRow>(
      `SELECT ${COLUMNS} FROM (SELECT * FROM organization_members WHERE organization_id = $1 AND ${HAS_COME}
                               ORDER BY user_id LIMIT $2 OFFSET $3) m
         JOIN users u ON u.id = m.user_id JOIN roles r ON r.id = m.role_id ORDER BY m.user_id`,
      [organizationId, request.limit, offsetOf(request)],
    );
    const [counted] = await this.session.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM organization_members WHERE organization_id = $1 AND ${HAS_COME}`,
      [organizationId],
    );
    return { items: rows.map(memberOf), total: counted?.total ?? 0 };
  }

  private async pageOfFound(organizationId: number, words: string | null, request: PageRequest): Promise<Page<Member>> {
    if (words === null) return { items: [], total: 0 };
    const rows = await this.session.query<MemberRow & { found: number }>(
      `SELECT m.found, ${COLUMNS} FROM (SELECT *, count(*) OVER ()::int AS found FROM ${FOUND} ORDER BY user_id LIMIT $3 OFFSET $4) m
         JOIN users u ON u.id = m.user_id JOIN roles r ON r.id = m.role_id ORDER BY m.user_id`,
      [organizationId, words, request.limit, offsetOf(request)],
    );
    const total = rows[0]?.found ?? (request.page === 1 ? 0 : await this.countOfFound(organizationId, words));
    return { items: rows.map(memberOf), total };
  }

  private async countOfFound(organizationId: number, words: string): Promise<number> {
    const [counted] = await this.session.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${FOUND}`, [organizationId, words]);
    return counted?.total ?? 0;
  }

  async find(organizationId: number, userId: number): Promise<Member | null> {
    const [row] = await this.session.query<MemberRow>(`SELECT ${COLUMNS} ${MEMBERS} AND m.user_id = $2 AND m.${HAS_COME}`, [
      organizationId,
      userId,
    ]);
    return row === undefined ? null : memberOf(row);
  }

  async roleOf(organizationId: number, userId: number): Promise<Role | null> {
    const [row] = await this.session.query<Role & object>(
      `SELECT r.id, r.organization_id AS "organizationId", r.name, r.is_built_in AS "isBuiltIn", r.permissions, r.version
         FROM organization_members m JOIN roles r ON r.id = m.role_id WHERE m.organization_id = $1 AND m.user_id = $2`,
      [organizationId, userId],
    );
    return row ?? null;
  }

  arrive(userId: number, at: Date): Promise<readonly Arrival[]> {
    return this.session.query<Arrival & object>(ARRIVE, [userId, at]);
  }

  async changeRole(organizationId: number, userId: number, roleId: number): Promise<void> {
    // Given by hand from now on: claims leave it alone.
    await this.session.execute(
      'UPDATE organization_members SET role_id = $3, is_from_claims = false WHERE organization_id = $1 AND user_id = $2',
      [organizationId, userId, roleId],
    );
  }

  async remove(organizationId: number, userId: number): Promise<void> {
    await this.session.execute('DELETE FROM organization_members WHERE organization_id = $1 AND user_id = $2', [organizationId, userId]);
  }

  async otherOwners(organizationId: number, userId: number): Promise<number> {
    const [row] = await this.session.query<{ owners: number }>(
      `SELECT count(*)::int AS owners ${MEMBERS} AND r.is_built_in AND r.name = 'owner' AND u.status = 'active'
          AND m.suspended_at IS NULL AND m.user_id <> $2`,
      [organizationId, userId],
    );
    return row?.owners ?? 0;
  }

  ownersOf(organizationId: number): Promise<readonly Contact[]> {
    return this.session.query<Contact & object>(`SELECT u.username, u.email ${MEMBERS} AND '*' = ANY (r.permissions) ORDER BY m.user_id`, [
      organizationId,
    ]);
  }

  async guardedBy(userId: number): Promise<readonly number[]> {
    const rows = await this.session.query<{ id: number }>(
      `SELECT m.organization_id AS id FROM organization_members m
         JOIN roles r ON r.id = m.role_id JOIN organizations o ON o.id = m.organization_id
        WHERE m.user_id = $1 AND ('*' = ANY (r.permissions) OR m.arrived_at IS NOT NULL AND o.factor_resets = 'needs_approval')
        ORDER BY m.organization_id`,
      [userId],
    );
    return rows.map(({ id }) => id);
  }

  async withOutgrownPassword(organizationId: number, userIds: readonly number[] | null): Promise<readonly number[]> {
    const rows =
      userIds === null
        ? await this.session.query<{ id: number }>(outgrownPasswords(''), [organizationId])
        : await this.session.query<{ id: number }>(outgrownPasswords('AND m.user_id = ANY ($2::int[])'), [organizationId, userIds]);
    return rows.map(({ id }) => id);
  }

  holdersOf(place: Parameters<Members['holdersOf']>[0], permission: PermissionGrant, most: number): ReturnType<Members['holdersOf']> {
    return this.session.query<Contact & { userId: number }>(
      `SELECT u.id AS "userId", u.username, u.email ${MEMBERS} AND u.status = 'active' AND m.suspended_at IS NULL AND (
          r.permissions && ARRAY['*', $2] AND ($4::int IS NULL OR r.permissions && ARRAY['*', 'workspace.delete'])
          OR EXISTS (SELECT FROM workspace_members w JOIN roles v ON v.id = w.role_id WHERE w.workspace_id = $4
                        AND w.user_id = m.user_id AND v.permissions && ARRAY['*', $2])) ORDER BY m.joined_at, m.user_id LIMIT $3`,
      [place.organizationId, permission, most, place.workspaceId],
    );
  }

  async belongsSomewhere(userId: number): Promise<boolean> {
    return (await this.session.query(BELONGS_SOMEWHERE, [userId])).length > 0;
  }

  async grantsAt(userId: number, organizationId: number): Promise<readonly PermissionGrant[] | null> {
    return (await this.standingAt({ userId, ssoConnectionId: null, mfaAt: null, deviceId: null }, { organizationId }))?.permissions ?? null;
  }

  async standingAt({ userId, ssoConnectionId, mfaAt, deviceId }: SessionOfUser, place: Place): Promise<Standing | null> {
    const { statement, id } = standingIn(place);
    const values = [place.organizationId, userId, this.clock.now(), ssoConnectionId, mfaAt !== null, deviceId];
    const [standing] = await this.session.query<Standing & object>(statement, id === null ? values : [...values, id]);
    return standing ?? null;
  }

  heldWithin(asked: Parameters<Members['heldWithin']>[0]): Promise<readonly HeldWithin[]> {
    const { userId, organizationIds, permission, publicHolding } = asked;
    return this.session.query<HeldWithin & object>(HELD_WITHIN[publicHolding ?? 'nothing'], [userId, organizationIds, permission]);
  }
}
