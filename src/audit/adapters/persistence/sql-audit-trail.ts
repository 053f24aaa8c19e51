import { Injectable } from '@nestjs/common';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { currentAccessKey, currentOrigin } from '../../../platform/http/request-context.js';
import { type AuditEvent, AuditTrail } from '../../../shared/ports/audit-trail.js';
import { Clock } from '../../../shared/ports/clock.js';
import { memberEventOf } from '../../domain/member-event.js';
import { type RefusalCount, isByUnknownCaller, isThrottled, reasonOf } from '../../domain/refusal.js';
import { EventMetrics } from './event-metrics.js';
import { SqlRefusalCounts, addCounts } from './sql-refusal-counts.js';

type Row = Readonly<Record<string, unknown>>;
type Entry = { readonly row: Row } | { readonly counter: RefusalCount };
/** What becomes of one event: its entries are written together, and then it is counted once. */
interface Written {
  readonly event: AuditEvent;
  readonly entries: readonly Entry[];
}

/**
 * Each event once, and once more for each organization of the member whom it is about: but not for an organization whose directory has
 * brought a member who has not come yet. A copy names no person whom that organization does not know, and does not say where the person
 * was.
 */
const ADD: PreparedStatement = {
  name: 'audit_events_add',
  text: `WITH counted AS (${addCounts('$2')})
         INSERT INTO audit_events (occurred_at, action, outcome, actor_user_id, organization_id, target_type, target_id,
                                   ip, request_id, detail)
         SELECT occurred_at, action, outcome, written.*
           FROM jsonb_to_recordset($1::jsonb) AS event (occurred_at timestamptz, action text, outcome text,
                actor_user_id integer, organization_id integer, target_type text, target_id text, ip text, request_id text,
                detail jsonb, member_id integer, member_detail jsonb)
          CROSS JOIN LATERAL (
            SELECT event.actor_user_id, event.organization_id, event.target_type, event.target_id, event.ip,
                   event.request_id, event.detail
             UNION ALL
            SELECT CASE WHEN event.actor_user_id = m.user_id OR EXISTS (SELECT FROM organization_members a
                     WHERE a.organization_id = m.organization_id AND a.user_id = event.actor_user_id
                       AND a.arrived_at IS NOT NULL) THEN event.actor_user_id END,
                   m.organization_id, 'member', m.user_id::text, NULL, NULL, event.member_detail
              FROM organization_members m WHERE m.user_id = event.member_id AND m.arrived_at IS NOT NULL) written`,
};

/**
 * Writes what a unit of work did at its end, rows and counters in one statement. Raw, because it is hot: nearly every request sends it.
 */
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
      // Without a request the service itself reports, and no stranger acted.
      const isCounted = origin !== undefined && isByUnknownCaller(event);
      if (isCounted) entries.push(...this.count(event, origin.ip));
      if (!isCounted || this.takesRow(event)) entries.push({ row: { ...about, ...rowOf(event), ...this.copyOf(event) } });
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
    return this.refusals.takesRow(`organization ${organizationId}`, action);
  }

  /** For the organizations of a member. Guesses at an account do not fill their trails. */
  private copyOf(event: AuditEvent): Row {
    const copy = memberEventOf(event);
    if (copy === null) return {};
    const { userId, detail } = copy;
    const isTold = event.outcome === 'success' || this.refusals.takesRow(`member ${userId}`, event.action);
    return isTold ? { member_id: userId, member_detail: detail } : {};
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
  const key = currentAccessKey();
  return {
    action,
    outcome,
    actor_user_id: actorUserId,
    organization_id: organizationId ?? null,
    target_type: target?.type ?? null,
    target_id: target === undefined ? null : String(target.id),
    detail: { ...detail, ...(key !== undefined && { access_key_id: key.id, access_key: key.name }) },
  };
}
