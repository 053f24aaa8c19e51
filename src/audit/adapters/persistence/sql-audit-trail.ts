import { Injectable } from '@nestjs/common';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { currentOrigin } from '../../../platform/http/request-context.js';
import { type AuditEvent, AuditTrail } from '../../../shared/ports/audit-trail.js';
import { Clock } from '../../../shared/ports/clock.js';

type Row = Readonly<Record<string, unknown>>;

const ADD: PreparedStatement = {
  name: 'audit_events_add',
  text: `INSERT INTO audit_events (occurred_at, action, outcome, actor_user_id, organization_id, target_type, target_id,
                                   ip, request_id, detail)
         SELECT occurred_at, action, outcome, actor_user_id, organization_id, target_type, target_id, ip, request_id, detail
           FROM jsonb_to_recordset($1::jsonb) AS event (occurred_at timestamptz, action text, outcome text,
                actor_user_id integer, organization_id integer, target_type text, target_id text, ip text, request_id text,
                detail jsonb)`,
};

/** What a unit of work did is written at its end, all by one statement. */
@Injectable()
export class SqlAuditTrail extends AuditTrail {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly clock: Clock,
  ) {
    super();
  }

  record(event: AuditEvent): Promise<void> {
    return this.recordAll([event]);
  }

  async recordAll(events: readonly AuditEvent[]): Promise<void> {
    if (events.length === 0) return;
    const origin = currentOrigin();
    const about = { occurred_at: this.clock.now(), ip: origin?.ip ?? null, request_id: origin?.requestId ?? null };
    const rows = events.map(({ action, outcome, actorUserId, organizationId, target, detail }) => ({
      ...about,
      action,
      outcome,
      actor_user_id: actorUserId,
      organization_id: organizationId ?? null,
      target_type: target?.type ?? null,
      target_id: target === undefined ? null : String(target.id),
      detail: detail ?? {},
    }));
    await this.session.defer(rows, this.write);
  }

  private readonly write = async (rows: readonly Row[]): Promise<void> => {
    await this.session.execute(ADD, [JSON.stringify(rows)]);
  };
}
