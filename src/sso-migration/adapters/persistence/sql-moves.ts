import { Injectable } from '@nestjs/common';
import { isBreakGlass } from '../../../platform/database/sign-on-missing.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { type MoveKey, type MoveMember, type MoveRoute, Moves, type NewMove } from '../../application/ports/moves.js';
import type { Move, MoveStatus, MoveView, MovingPerson, Standing } from '../../domain/move.js';

/** Whether member `m` of wave `w` has come through the new connection, as it is now, since the start. */
const ARRIVED = `EXISTS (SELECT FROM sso_identities b JOIN sso_connections c ON c.id = b.connection_id AND c.issuer = b.issuer
  WHERE b.connection_id = w.to_connection_id AND b.user_id = m.user_id AND b.last_login_at >= w.started_at)`;

/** Of the people who are linked to connection `$2` of organization `$1`, on their way to `$3`. */
const PEOPLE = `
  SELECT a.user_id AS "userId", u.username, u.display_name AS "displayName", u.email, a.id AS "identityId",
         CASE WHEN u.status <> 'active' OR m.suspended_at IS NOT NULL THEN 'INACTIVE'
              WHEN u.is_system_admin OR ${isBreakGlass({ organization: '$1', user: 'a.user_id' })} THEN 'NEVER_LINKED'
              WHEN EXISTS (SELECT FROM sso_move_members x WHERE x.identity_id IN (a.id, b.id)) THEN 'IN_ANOTHER_WAVE'
              WHEN b.issuer = there.issuer THEN 'LINKED_ALREADY'
              WHEN b.id IS NOT NULL THEN 'LINK_BROKEN'
              WHEN '*' = ANY (r.permissions) THEN 'OWNER'
              WHEN NOT EXISTS (SELECT FROM sso_domains d WHERE d.organization_id = $1 AND d.status = 'verified'
                                  AND d.domain = regexp_replace(u.email_key, '^.*@', '')) THEN 'DOMAIN_NOT_COVERED'
              WHEN a.email_key <> u.email_key THEN 'ADDRESS_DIFFERS'
              WHEN EXISTS (SELECT FROM sso_identities o WHERE o.organization_id = $1 AND o.connection_id = $3 AND o.email_key = u.email_key
                              AND o.user_id <> a.user_id) THEN 'IDENTITY_CONFLICT'
              WHEN EXISTS (SELECT FROM scim_resources s WHERE s.organization_id = $1 AND s.type = 'User' AND NOT s.is_inferred)
                   AND NOT EXISTS (SELECT FROM scim_resources s WHERE s.organization_id = $1 AND s.user_id = a.user_id
                                      AND NOT s.is_inferred AND s.search ->> 'active' IS DISTINCT FROM 'false') THEN 'NOT_IN_DIRECTORY'
              ELSE 'READY' END AS standing
    FROM sso_identities a
    JOIN sso_connections here ON here.id = a.connection_id AND here.issuer = a.issuer
    JOIN sso_connections there ON there.organization_id = $1 AND there.id = $3
    JOIN organization_members m ON m.organization_id = $1 AND m.user_id = a.user_id
    JOIN roles r ON r.id = m.role_id
    JOIN users u ON u.id = a.user_id
    LEFT JOIN sso_identities b ON b.connection_id = $3 AND b.user_id = a.user_id
   WHERE a.organization_id = $1 AND a.connection_id = $2`;

const VIEW = `
  SELECT w.organization_id AS "organizationId", w.number, w.name, w.from_connection_id AS "fromConnectionId",
         w.to_connection_id AS "toConnectionId", w.status, w.started_at AS "startedAt", w.ended_at AS "endedAt",
         f.name AS "fromName", t.name AS "toName", w.members,
         w.status = 'started' AND NOT (t.status = 'active' AND t.configuration_version = w.to_configuration_version) AS "isHeldUp",
         CASE w.status WHEN 'started' THEN (
           SELECT count(*)::int FROM sso_move_members m
            WHERE m.organization_id = w.organization_id AND m.move_number = w.number AND ${ARRIVED})
         ELSE w.arrived END AS arrived
    FROM sso_moves w JOIN sso_connections f ON f.id = w.from_connection_id JOIN sso_connections t ON t.id = w.to_connection_id
   WHERE w.organization_id = $1`;

/** Raw: each is one statement over links, accounts and members. */
@Injectable()
export class SqlMoves extends Moves {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async peopleOf(route: MoveRoute, standing: Standing | null, request: PageRequest): Promise<Page<MovingPerson>> {
    const of = [...placesOf(route), standing];
    const [counted] = await this.session.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM (${PEOPLE}) p WHERE $4::text IS NULL OR standing = $4`,
      of,
    );
    const items = await this.session.query<MovingPerson & object>(
      `SELECT * FROM (${PEOPLE}) p WHERE $4::text IS NULL OR standing = $4 ORDER BY "userId" LIMIT $5 OFFSET $6`,
      [...of, request.limit, offsetOf(request)],
    );
    return { items, total: counted?.total ?? 0 };
  }

  among(route: MoveRoute, userIds: readonly number[]): Promise<readonly MovingPerson[]> {
    return this.session.query<MovingPerson & object>(`${PEOPLE} AND a.user_id = ANY ($4::int[]) ORDER BY a.user_id FOR KEY SHARE OF a`, [
      ...placesOf(route),
      userIds,
    ]);
  }

  async add({ name, startedAt, toConfigurationVersion, ...route }: NewMove, people: readonly MovingPerson[]): Promise<number> {
    const [row] = await this.session.query<{ number: number }>(
      `INSERT INTO sso_moves (organization_id, number, name, from_connection_id, to_connection_id, status, to_configuration_version, members, started_at)
       SELECT $1, 1 + coalesce(max(number), 0), $4, $2, $3, 'started',
              $7::int, $5::int, $6::timestamptz FROM sso_moves WHERE organization_id = $1
       RETURNING number`,
      [...placesOf(route), name, people.length, startedAt, toConfigurationVersion],
    );
    if (row === undefined) throw new Error('The database answered no wave.');
    await this.session.execute(
      `INSERT INTO sso_move_members (identity_id, organization_id, move_number, user_id)
       SELECT p.identity_id, $1, $2, p.user_id FROM unnest($3::int[], $4::int[]) AS p (identity_id, user_id)`,
      [route.organizationId, row.number, people.map(({ identityId }) => identityId), people.map(({ userId }) => userId)],
    );
    return row.number;
  }

  async lock({ organizationId, number }: MoveKey): Promise<Move | null> {
    const [row] = await this.session.query<Move & object>(
      `SELECT organization_id AS "organizationId", number, name, from_connection_id AS "fromConnectionId",
              to_connection_id AS "toConnectionId", status, started_at AS "startedAt", ended_at AS "endedAt"
         FROM sso_moves WHERE organization_id = $1 AND number = $2 FOR UPDATE`,
      [organizationId, number],
    );
    return row ?? null;
  }

  membersOf({ organizationId, number }: MoveKey): Promise<readonly MoveMember[]> {
    return this.session.query<MoveMember & object>(
      `SELECT m.user_id AS "userId", u.username, u.email, m.identity_id AS "identityId", ${ARRIVED} AS "hasArrived"
         FROM sso_move_members m JOIN users u ON u.id = m.user_id
         JOIN sso_moves w ON w.organization_id = m.organization_id AND w.number = m.move_number
        WHERE m.organization_id = $1 AND m.move_number = $2 ORDER BY m.user_id`,
      [organizationId, number],
    );
  }

  async end({ organizationId, number }: MoveKey, status: Exclude<MoveStatus, 'started'>, arrived: number, at: Date): Promise<void> {
    await this.session.execute('DELETE FROM sso_move_members WHERE organization_id = $1 AND move_number = $2', [organizationId, number]);
    await this.session.execute('UPDATE sso_moves SET status = $3, arrived = $4, ended_at = $5 WHERE organization_id = $1 AND number = $2', [
      organizationId,
      number,
      status,
      arrived,
      at,
    ]);
  }

  async find({ organizationId, number }: MoveKey): Promise<MoveView | null> {
    return (await this.session.query<MoveView & object>(`${VIEW} AND w.number = $2`, [organizationId, number]))[0] ?? null;
  }

  async pageOf(organizationId: number, request: PageRequest): Promise<Page<MoveView>> {
    const [counted] = await this.session.query<{ total: number }>(
      'SELECT count(*)::int AS total FROM sso_moves WHERE organization_id = $1',
      [organizationId],
    );
    const items = await this.session.query<MoveView & object>(`${VIEW} ORDER BY w.number DESC LIMIT $2 OFFSET $3`, [
      organizationId,
      request.limit,
      offsetOf(request),
    ]);
    return { items, total: counted?.total ?? 0 };
  }
}

function placesOf({ organizationId, fromConnectionId, toConnectionId }: MoveRoute): [number, number, number] {
  return [organizationId, fromConnectionId, toConnectionId];
}
