import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { Page } from '../../../shared/page.js';
import { ProvisioningEvents } from '../../application/ports/provisioning-log.js';
import type { EventFilter, RecordedProvisioningEvent } from '../../domain/provisioning-event.js';

type EventRow = Omit<RecordedProvisioningEvent, 'id' | 'token'> & {
  readonly id: string;
  readonly tokenId: number;
  readonly tokenName: string;
};

/** Raw: its conditions are composed at run time, and TypeORM cannot limit what a statement deletes. */
@Injectable()
export class SqlProvisioningEvents extends ProvisioningEvents {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async list(
    organizationId: number,
    filter: EventFilter,
    { limit, offset, most }: { limit: number; offset: number; most: number },
  ): Promise<Page<RecordedProvisioningEvent>> {
    const { matching, values } = matchingOf(organizationId, filter);
    const place = values.length + 1;
    const rows = await this.session.query<EventRow>(
      `SELECT e.id, e.request_id AS "requestId", e.occurred_at AS "occurredAt", e.method, e.path,
              e.resource_type AS "resourceType", e.resource_id AS "resourceId", e.status, e.scim_type AS "scimType", e.detail,
              e.changes, e.duration_ms AS "durationMs", e.ip, t.id AS "tokenId", t.name AS "tokenName"
         FROM (SELECT * FROM scim_events e WHERE ${matching}
                ORDER BY e.occurred_at DESC, e.id DESC LIMIT $${place} OFFSET $${place + 1}) e
         JOIN scim_tokens t ON t.id = e.token_id
        ORDER BY e.occurred_at DESC, e.id DESC`,
      [...values, limit, offset],
    );
    const [counted] = await this.session.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM (SELECT FROM scim_events e WHERE ${matching}
         ORDER BY e.occurred_at DESC, e.id DESC LIMIT $${place}) counted`,
      [...values, most],
    );
    return { items: rows.map(eventOf), total: counted?.total ?? 0 };
  }

  purge(occurredBefore: Date, most: number): Promise<number> {
    return this.session.execute(
      `DELETE FROM scim_events WHERE id IN (
         SELECT id FROM scim_events WHERE occurred_at < $1 ORDER BY occurred_at LIMIT $2)`,
      [occurredBefore, most],
    );
  }
}

/** Only the conditions that were asked for, so that each combination is planned by its own index. */
function matchingOf(organizationId: number, filter: EventFilter): { matching: string; values: unknown[] } {
  const values: unknown[] = [];
  const bound = (value: unknown): string => `$${values.push(value)}`;
  const conditions = [`e.organization_id = ${bound(organizationId)}`];
  // As a literal: PostgreSQL uses a partial index only if its condition is in the statement.
  if (filter.outcome !== undefined) conditions.push(filter.outcome === 'failed' ? 'e.status >= 400' : 'e.status < 400');
  if (filter.resourceId !== undefined) conditions.push(`e.resource_id = ${bound(filter.resourceId)}`);
  if (filter.tokenId !== undefined) conditions.push(`e.token_id = ${bound(filter.tokenId)}`);
  if (filter.since !== undefined) conditions.push(`e.occurred_at >= ${bound(filter.since)}`);
  if (filter.until !== undefined) conditions.push(`e.occurred_at < ${bound(filter.until)}`);
  if (filter.before !== undefined)
    conditions.push(
      `(e.occurred_at, e.id) < (SELECT b.occurred_at, b.id FROM scim_events b
                                 WHERE b.organization_id = $1 AND b.id = ${bound(filter.before)})`,
    );
  return { matching: conditions.join(' AND '), values };
}

function eventOf({ id, tokenId, tokenName, ...event }: EventRow): RecordedProvisioningEvent {
  return { ...event, id: Number(id), token: { id: tokenId, name: tokenName } };
}
