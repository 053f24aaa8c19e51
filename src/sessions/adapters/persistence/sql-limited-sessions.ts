import { Injectable } from '@nestjs/common';
import { isWithinLimits } from '../../../platform/database/session-limits.js';
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
        WHERE s.ended_at IS NULL AND s.expires_at > $1 AND NOT (${isWithinLimits('$1::timestamptz')})
          AND ($3::int IS NULL OR s.user_id IN (SELECT m.user_id FROM organization_members m WHERE m.organization_id = $3))`,
      [at, reason, organizationId],
    );
  }
}
