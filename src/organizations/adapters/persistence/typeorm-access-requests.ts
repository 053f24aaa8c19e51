import { Injectable } from '@nestjs/common';
import { In, MoreThan } from 'typeorm';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { type Asked, type NewAccessRequest, AccessRequests } from '../../application/ports/access-requests.js';
import type { AccessRequest } from '../../domain/access-request.js';
import { accessRequestSchema } from './schemas.js';

const OPEN: readonly AccessRequest['status'][] = ['requested', 'approved'];

/** Raw: joins the accounts, whose names a request shows. */
const SELECT = `SELECT a.id, a.organization_id AS "organizationId", a.kind, a.subject, a.reason, a.is_emergency AS "isEmergency",
    a.status, a.created_at AS "createdAt", a.expires_at AS "expiresAt",
    json_build_object('id', u.id, 'username', u.username, 'displayName', u.display_name) AS "requestedBy",
    CASE WHEN d.id IS NOT NULL THEN json_build_object('id', d.id, 'username', d.username, 'displayName', d.display_name) END AS "decidedBy"
  FROM access_requests a JOIN users u ON u.id = a.requested_by LEFT JOIN users d ON d.id = a.decided_by
  WHERE a.organization_id = $1`;

/**
 * Raw: asks three tables. An approval holds only while its giver is an owner: when an owner is removed for what they did, none of their
 * approvals stays in force.
 */
const IS_BACKED = `(a.is_emergency OR EXISTS (
  SELECT FROM organization_members m JOIN roles r ON r.id = m.role_id JOIN users u ON u.id = m.user_id
   WHERE m.organization_id = a.organization_id AND m.user_id = a.decided_by AND m.suspended_at IS NULL
     AND '*' = ANY (r.permissions) AND u.status = 'active'))`;

/**
 * $3 is the kind of the act, $4 its subject. A role may have been changed since it was asked for: the approval is for what it allowed
 * then, so it covers as much, or less.
 */
const COVERS = `CASE WHEN $3 <> 'give_role' THEN a.subject = $4::jsonb
  ELSE a.subject - 'permissions' = $4::jsonb - 'permissions'
   AND (a.subject -> 'permissions' @> '["*"]' OR a.subject -> 'permissions' @> ($4::jsonb -> 'permissions')) END`;

/** Hot: asked again and again for system administrators. */
const ACTED_FOR: PreparedStatement = {
  name: 'access_requests_acted_for',
  text: `SELECT a.organization_id AS id FROM access_requests a
          WHERE a.requested_by = $1 AND a.status = 'approved' AND a.kind = 'act_as_owner' AND a.expires_at > $2 AND ${IS_BACKED}`,
};

@Injectable()
export class TypeOrmAccessRequests extends AccessRequests {
  private readonly requests;

  constructor(private readonly session: TypeOrmSession) {
    super();
    this.requests = session.repository(accessRequestSchema);
  }

  async add(request: NewAccessRequest): Promise<number | null> {
    const { organizationId, kind, subject, reason, isEmergency, status, requestedBy, createdAt, expiresAt } = request;
    // Two unique indexes count what is open. Not open is what has no time left, or stands on the word of a former owner.
    await this.session.query(
      `UPDATE access_requests a SET status = 'expired'
        WHERE a.organization_id = $1 AND a.status = ANY ($2)
          AND (a.expires_at <= $3 OR a.status = 'approved' AND NOT ${IS_BACKED})`,
      [organizationId, OPEN, createdAt],
    );
    // Raw: TypeORM has no word for a conflict on any index.
    const [row] = await this.session.query<{ id: number }>(
      `INSERT INTO access_requests (organization_id, kind, subject, reason, is_emergency, status, requested_by, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING id`,
      [organizationId, kind, subject, reason, isEmergency, status, requestedBy, createdAt, expiresAt],
    );
    return row?.id ?? null;
  }

  async findOpen(request: NewAccessRequest): Promise<AccessRequest | null> {
    const { organizationId, kind, subject, isEmergency, requestedBy } = request;
    const [row] = await this.session.query<AccessRequest & object>(
      `${SELECT} AND a.requested_by = $2 AND a.kind = $3 AND a.subject = $4::jsonb AND a.is_emergency = $5 AND a.status = ANY ($6)`,
      [organizationId, requestedBy, kind, subject, isEmergency, OPEN],
    );
    return row ?? null;
  }

  async find(organizationId: number, id: number): Promise<AccessRequest | null> {
    const [row] = await this.session.query<AccessRequest & object>(`${SELECT} AND a.id = $2`, [organizationId, id]);
    return row ?? null;
  }

  async pageOf(organizationId: number, request: PageRequest): Promise<Page<AccessRequest>> {
    const items = await this.session.query<AccessRequest & object>(`${SELECT} ORDER BY a.id DESC LIMIT $2 OFFSET $3`, [
      organizationId,
      request.limit,
      offsetOf(request),
    ]);
    return { items, total: await this.requests.countBy({ organizationId }) };
  }

  async approve({ id, organizationId }: AccessRequest, by: { userId: number; at: Date; expiresAt: Date }): Promise<boolean> {
    const { affected } = await this.requests.update(
      { organizationId, id, status: 'requested', expiresAt: MoreThan(by.at) },
      { status: 'approved', decidedBy: by.userId, decidedAt: by.at, expiresAt: by.expiresAt },
    );
    return affected === 1;
  }

  async refuse({ id, organizationId }: AccessRequest, by: { userId: number; at: Date }): Promise<boolean> {
    const { affected } = await this.requests.update(
      { organizationId, id, status: In(OPEN), expiresAt: MoreThan(by.at) },
      { status: 'refused', decidedBy: by.userId, decidedAt: by.at },
    );
    return affected === 1;
  }

  wasEndedSince(organizationId: number, since: Date): Promise<boolean> {
    const ended = { organizationId, isEmergency: true, status: 'refused', decidedAt: MoreThan(since) } as const;
    return this.requests.existsBy(ended);
  }

  async spend(asked: Asked, at: Date): ReturnType<AccessRequests['spend']> {
    const { organizationId, kind, subject, requestedBy } = asked;
    // Finds and spends in one statement, so that each of several simultaneous acts takes a request of its own.
    const [row] = await this.session.query<{ id: number; approvedBy: number | null }>(
      `UPDATE access_requests SET status = 'used', used_at = $5
        WHERE status = 'approved' AND id = (
          SELECT a.id FROM access_requests a
           WHERE a.organization_id = $1 AND a.requested_by = $2 AND a.kind = $3 AND ${COVERS}
             AND a.status = 'approved' AND a.expires_at > $5 AND ${IS_BACKED} ORDER BY a.id LIMIT 1 FOR UPDATE OF a SKIP LOCKED)
        RETURNING id, decided_by AS "approvedBy"`,
      [organizationId, requestedBy, kind, subject, at],
    );
    return row ?? null;
  }

  async endResets(userId: number): Promise<void> {
    // Raw: TypeORM has no word for what a JSON column holds.
    await this.session.query(
      `UPDATE access_requests SET status = 'expired'
        WHERE kind = 'reset_factors' AND status = ANY ($2) AND subject = jsonb_build_object('user_id', $1::int)`,
      [userId, OPEN],
    );
  }

  async actedFor(userId: number, at: Date): Promise<readonly number[]> {
    return (await this.session.query<{ id: number }>(ACTED_FOR, [userId, at])).map(({ id }) => id);
  }
}
