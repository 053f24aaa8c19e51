import { Injectable } from '@nestjs/common';
import { isOutlived } from '../../../platform/database/session-limits.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { LimitedSessions } from '../../application/ports/sessions.js';
import type { SessionEnd } from '../../domain/session.js';

/** Raw: a set over several tables. */
@Injectable()
export class SqlLimitedSessions extends LimitedSessions {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  endOutlived(organizationId: number | null, at: Date): Promise<number> {
    const reason: SessionEnd = 'limit_reached';
    return this.session.execute(
      `UPDATE sessions s SET ended_at = $1, end_reason = $2, id_token_sealed = NULL
         FROM sign_in_requirements q JOIN organization_members m ON m.organization_id = q.organization_id
        WHERE ($3::int IS NULL OR q.organization_id = $3) AND (q.session_max_hours IS NOT NULL OR q.session_idle_minutes IS NOT NULL)
          AND m.suspended_at IS NULL AND s.user_id = m.user_id AND s.ended_at IS NULL AND s.expires_at > $1
          AND ${isOutlived('$1::timestamptz')}`,
      [at, reason, organizationId],
    );
  }
}
