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

  async recordAll(events: readonly AuditEvent[]): Promise<void> {
    if (events.length === 0) return;
    const origin = currentOrigin();
    const rows = events.map(({ action, outcome, actorUserId, organizationId, target, detail }) => ({
      action,
      outcome,
      actor_user_id: actorUserId,
      organization_id: organizationId ?? null,
      target_type: target?.type ?? null,
      target_id: target === undefined ? null : String(target.id),
      detail: detail ?? {},
    }));
    await this.session.execute(
      `INSERT INTO audit_events (occurred_at, action, outcome, actor_user_id, organization_id, target_type, target_id,
                                 ip, request_id, detail)
       SELECT $1, action, outcome, actor_user_id, organization_id, target_type, target_id, $2, $3, detail
         FROM jsonb_to_recordset($4::jsonb) AS event (action text, outcome text, actor_user_id integer,
              organization_id integer, target_type text, target_id text, detail jsonb)`,
      [this.clock.now(), origin?.ip ?? null, origin?.requestId ?? null, JSON.stringify(rows)],
    );
  }
}
