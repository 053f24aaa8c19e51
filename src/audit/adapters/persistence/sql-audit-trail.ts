import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { currentOrigin } from '../../../platform/http/request-context.js';
import { type AuditEvent, AuditTrail } from '../../../shared/ports/audit-trail.js';
import { Clock } from '../../../shared/ports/clock.js';

@Injectable()
export class SqlAuditTrail extends AuditTrail {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly clock: Clock,
  ) {
    super();
  }

  async record(event: AuditEvent): Promise<void> {
    const origin = currentOrigin();
    await this.session.execute(
      `INSERT INTO audit_events (occurred_at, action, outcome, actor_user_id, organization_id, target_type, target_id,
                                 ip, request_id, detail)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        this.clock.now(),
        event.action,
        event.outcome,
        event.actorUserId,
        event.organizationId ?? null,
        event.target?.type ?? null,
        event.target === undefined ? null : String(event.target.id),
        origin?.ip ?? null,
        origin?.requestId ?? null,
        JSON.stringify(event.detail ?? {}),
      ],
    );
  }
}
