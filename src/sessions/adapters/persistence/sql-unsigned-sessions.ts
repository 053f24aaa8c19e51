import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type UnsignedScope, UnsignedSessions } from '../../application/ports/sessions.js';
import type { SessionEnd } from '../../domain/session.js';

const BOUND = `organization_members m JOIN users u ON u.id = m.user_id`;
const UNSIGNED = `m.organization_id = $1 AND m.suspended_at IS NULL AND ($2::int[] IS NULL OR m.user_id = ANY ($2))
  AND m.user_id <> ALL ($3::int[]) AND NOT u.is_system_admin AND s.user_id = m.user_id
  AND s.sso_connection_id IS NULL AND s.ended_at IS NULL AND s.expires_at > $4`;

/** Raw: each is one statement over sessions, members and accounts. */
@Injectable()
export class SqlUnsignedSessions extends UnsignedSessions {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  /** One UPDATE, and not by ids: a session that steps up at the same moment continues under another id. */
  end({ organizationId, userIds, except }: UnsignedScope, reason: SessionEnd, at: Date): Promise<number> {
    return this.session.execute(`UPDATE sessions s SET ended_at = $4, end_reason = $5 FROM ${BOUND} WHERE ${UNSIGNED}`, [
      organizationId,
      userIds,
      except,
      at,
      reason,
    ]);
  }

  shorten({ organizationId, userIds, except }: UnsignedScope, until: Date, now: Date): Promise<number> {
    return this.session.execute(`UPDATE sessions s SET expires_at = least(s.expires_at, $5) FROM ${BOUND} WHERE ${UNSIGNED}`, [
      organizationId,
      userIds,
      except,
      now,
      until,
    ]);
  }

  async count({ organizationId, userIds, except }: UnsignedScope, now: Date): Promise<number> {
    const [row] = await this.session.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${BOUND} CROSS JOIN sessions s WHERE ${UNSIGNED}`,
      [organizationId, userIds, except, now],
    );
    return row?.count ?? 0;
  }
}
