import { Injectable } from '@nestjs/common';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { currentOrigin } from '../../../platform/http/request-context.js';
import { type AuditEvent, AuditTrail } from '../../../shared/ports/audit-trail.js';
import { Clock } from '../../../shared/ports/clock.js';
import { type RefusalCount, isByUnknownCaller, isThrottled, reasonOf } from '../../domain/refusal.js';
import { EventMetrics } from './event-metrics.js';
import { SqlRefusalCounts, addCounts } from './sql-refusal-counts.js';

type Row = Readonly<Record<string, unknown>>;
type Entry = { readonly row: Row } | { readonly counter: RefusalCount };
/** What one event becomes: its entries are written together, and then it is counted once. */
interface Written {
  readonly event: AuditEvent;
  readonly entries: readonly Entry[];
}

const ADD: PreparedStatement = {
  name: 'audit_events_add',
  text: `WITH counted AS (${addCounts('$2')})
         INSERT INTO audit_events (occurred_at, action, outcome, actor_user_id, organization_id, target_type, target_id,
                                   ip, request_id, detail)
         SELECT occurred_at, action, outcome, actor_user_id, organization_id, target_type, target_id, ip, request_id, detail
           FROM jsonb_to_recordset($1::jsonb) AS event (occurred_at timestamptz, action text, outcome text,
                actor_user_id integer, organization_id integer, target_type text, target_id text, ip text, request_id text,
                detail jsonb)`,
};

/** What a unit of work did is written at its end, rows and counters by one statement: SQL, for nearly every request sends it. */
@Injectable()
export class SqlAuditTrail extends AuditTrail {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly refusals: SqlRefusalCounts,
    private readonly metrics: EventMetrics,
    private readonly clock: Clock,
  ) {
    super();
  }

  record(event: AuditEvent): Promise<void> {
    return this.recordAll([event]);
  }

  async recordAll(events: readonly AuditEvent[]): Promise<void> {
    const origin = currentOrigin();
    const about = { occurred_at: this.clock.now(), ip: origin?.ip ?? null, request_id: origin?.requestId ?? null };
    const written: Written[] = [];
    for (const event of events) {
      const entries: Entry[] = [];
      // Without a request it is the service itself that tells, of what no stranger did.
      const isCounted = origin !== undefined && isByUnknownCaller(event);
      if (isCounted) entries.push(...this.count(event, origin.ip));
      if (!isCounted || this.takesRow(event)) entries.push({ row: { ...about, ...rowOf(event) } });
      if (entries.length > 0) written.push({ event, entries });
      else this.metrics.count(event);
    }
    if (written.length > 0) await this.session.defer(written, this.write);
  }

  private count({ action, detail }: AuditEvent, ip: string | null): Entry[] {
    const refusal = { ip, action, reason: reasonOf(detail) };
    if (!isThrottled(detail)) return [{ counter: this.refusals.counterOf(refusal) }];
    this.refusals.add(refusal);
    return [];
  }

  private takesRow({ action, organizationId, detail }: AuditEvent): boolean {
    if (isThrottled(detail) || organizationId === undefined || organizationId === null) return false;
    return this.refusals.takesRow({ action, organizationId });
  }

  private readonly write = async (written: readonly Written[]): Promise<void> => {
    const entries = written.flatMap((one) => one.entries);
    const rows = entries.flatMap((entry) => ('row' in entry ? [entry.row] : []));
    const counters = entries.flatMap((entry) => ('counter' in entry ? [entry.counter] : []));
    await this.session.execute(ADD, [JSON.stringify(rows), JSON.stringify(counters)]);
    for (const { event } of written) this.metrics.count(event);
  };
}

function rowOf({ action, outcome, actorUserId, organizationId, target, detail }: AuditEvent): Row {
  return {
    action,
    outcome,
    actor_user_id: actorUserId,
    organization_id: organizationId ?? null,
    target_type: target?.type ?? null,
    target_id: target === undefined ? null : String(target.id),
    detail: detail ?? {},
  };
}
