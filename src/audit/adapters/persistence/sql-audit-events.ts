import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { currentOrigin } from '../../../platform/http/request-context.js';
import { FairQueue } from '../../../shared/fair-queue.js';
import type { AuditDetail, AuditOutcome } from '../../../shared/ports/audit-trail.js';
import { AuditEvents } from '../../application/ports/audit-events.js';
import type { AuditCursor, AuditQuery, AuditScope, RecordedEvent } from '../../domain/audit-filter.js';

/** Reads of a whole trail come in thousands: they must leave the other connections to all other work. */
const READS_AT_ONCE = 4;

const COLUMNS = `e.id, e.occurred_at AS "occurredAt", e.occurred_at::text AS place, e.action, e.outcome,
                e.actor_user_id AS "actorUserId", u.username, u.display_name AS "displayName", e.organization_id AS "organizationId",
                e.target_type AS "targetType", e.target_id AS "targetId", t.username AS "targetUsername",
                t.display_name AS "targetDisplayName", e.ip, e.request_id AS "requestId", e.detail`;

/** A change of a membership: the organization knows the name. If somebody only tried it with another account, the name stays hidden. */
const IS_MEMBER = `e.target_type = 'member' OR (e.target_type = 'user' AND e.outcome = 'success'
                   AND (e.action LIKE 'member.%' OR e.action LIKE 'workspace.member%'))`;

const NAMES = `LEFT JOIN users u ON u.id = e.actor_user_id
                LEFT JOIN users t ON t.id = CASE WHEN ${IS_MEMBER} THEN e.target_id::integer END`;

/** Copies for the organizations of a member say nothing that their origin does not say. */
const NO_COPY = `e.target_type IS DISTINCT FROM 'member'`;

const NEWEST_FIRST = 'ORDER BY e.occurred_at DESC, e.id DESC';

/** From each organization where they acted to the next one, and the installation, as chain 0. */
const chainsOf = (actor: string): string => `
  WITH RECURSIVE chains AS (
    SELECT min(chain_id) AS chain_id FROM audit_events WHERE actor_user_id = ${actor}
     UNION ALL
    SELECT (SELECT min(chain_id) FROM audit_events WHERE actor_user_id = ${actor} AND chain_id > chains.chain_id) FROM chains
     WHERE chains.chain_id IS NOT NULL)
  SELECT chain_id FROM chains WHERE chain_id IS NOT NULL`;

/** Two partial indexes, each read from its end: their conditions stand here as the migration has them. */
const OF_ACCOUNT = `
  SELECT ${COLUMNS}
    FROM ((SELECT * FROM audit_events WHERE target_type = 'user' AND target_id = $1::integer::text
            ORDER BY occurred_at DESC, id DESC LIMIT $2)
          UNION
          (SELECT * FROM audit_events
            WHERE actor_user_id = $1::integer AND split_part(action, '.', 1) IN ('session', 'mfa', 'device')
              AND target_type IS DISTINCT FROM 'member'
            ORDER BY occurred_at DESC, id DESC LIMIT $2)) e
    ${NAMES}
   ORDER BY e.occurred_at DESC, e.id DESC LIMIT $2`;

interface EventRow {
  readonly id: string;
  readonly occurredAt: Date;
  readonly place: string;
  readonly action: string;
  readonly outcome: AuditOutcome;
  readonly actorUserId: number | null;
  readonly username: string | null;
  readonly displayName: string | null;
  readonly organizationId: number | null;
  readonly targetType: string | null;
  readonly targetId: string | null;
  readonly targetUsername: string | null;
  readonly targetDisplayName: string | null;
  readonly ip: string | null;
  readonly requestId: string | null;
  readonly detail: AuditDetail;
}

/** Raw: each search is composed of the conditions that were asked for, and joins the accounts. */
@Injectable()
export class SqlAuditEvents extends AuditEvents {
  private readonly queue = new FairQueue(READS_AT_ONCE);

  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async read(query: AuditQuery, { limit, offset }: { limit: number; offset: number }): Promise<RecordedEvent[]> {
    const { newest, values } = searchOf(query);
    const [most, skipped] = [`$${values.length + 1}::integer`, `$${values.length + 2}::integer`];
    const rows = await this.inTurn(query.scope, () =>
      this.session.query<EventRow>(
        `SELECT ${COLUMNS}
           FROM (SELECT * FROM (${newest('*', `${most} + ${skipped}`)}) e ${NEWEST_FIRST} LIMIT ${most} OFFSET ${skipped}) e
           ${NAMES}
          ${NEWEST_FIRST}`,
        [...values, limit, offset],
      ),
    );
    return rows.map(eventOf);
  }

  async ofAccount(userId: number, most: number): Promise<RecordedEvent[]> {
    const read = (): Promise<EventRow[]> => this.session.query<EventRow>(OF_ACCOUNT, [userId, most]);
    return (await this.queue.run(`account ${userId}`, read, currentOrigin()?.gone)).map(eventOf);
  }

  async count(query: AuditQuery, most: number): Promise<number> {
    const { newest, values } = searchOf(query);
    const limit = `$${values.length + 1}::integer`;
    const [row] = await this.inTurn(query.scope, () =>
      this.session.query<{ total: number }>(
        // The order makes the planner take the index that the list takes, and stop there.
        `SELECT count(*)::int AS total FROM (SELECT FROM (${newest('', limit)}) found LIMIT ${limit}) counted`,
        [...values, most],
      ),
    );
    return row?.total ?? 0;
  }

  async cursorAt(scope: AuditScope, eventId: number): Promise<AuditCursor | null> {
    const [row] = await this.session.query<{ occurredAt: string }>(
      `SELECT occurred_at::text AS "occurredAt" FROM audit_events WHERE id = $1 AND ($2::integer IS NULL OR chain_id = $2)`,
      [eventId, scope?.organizationId ?? null],
    );
    return row === undefined ? null : { occurredAt: row.occurredAt, id: eventId };
  }

  /** By pairs only the index of the chain serves: by ids alone, the events of all other organizations would be read as well. */
  async following(
    organizationId: number,
    { after, through, most }: { after: number; through: number; most: number },
  ): Promise<RecordedEvent[]> {
    const read = (): Promise<EventRow[]> =>
      this.session.query<EventRow>(
        `SELECT ${COLUMNS}
         FROM (SELECT * FROM audit_events WHERE (chain_id, id) > ($1, $2) AND (chain_id, id) <= ($1, $3) ORDER BY chain_id, id LIMIT $4) e
         ${NAMES}
        ORDER BY e.id`,
        [organizationId, after, through, most],
      );
    return (await this.inTurn({ organizationId }, read)).map(eventOf);
  }

  async firstSince(organizationId: number, at: Date): Promise<number | null> {
    // Ids follow the times, except for events that were written at the same moment.
    const [row] = await this.session.query<{ first: string | null }>(
      `SELECT min(id) AS first FROM (
         SELECT id FROM audit_events WHERE chain_id = $1 AND chain_id <> 0 AND occurred_at >= $2 ORDER BY occurred_at, id LIMIT 1000) e`,
      [organizationId, at],
    );
    return row?.first === null || row?.first === undefined ? null : Number(row.first);
  }

  /** From each action to the next one by the index: as much work as there are actions, however many events there are. */
  async actionsOf(scope: AuditScope): Promise<readonly string[]> {
    const of = scope === null ? NO_COPY : 'e.chain_id = $1';
    const next = (after: string): string => `(SELECT e.action FROM audit_events e WHERE ${after} AND ${of} ORDER BY e.action LIMIT 1)`;
    const rows = await this.inTurn(scope, () =>
      this.session.query<{ action: string }>(
        `WITH RECURSIVE found AS (
           SELECT ${next('true')} AS action
           UNION ALL
           SELECT ${next('e.action > found.action')} FROM found WHERE found.action IS NOT NULL)
         SELECT action FROM found WHERE action IS NOT NULL ORDER BY action COLLATE "C"`,
        scope === null ? [] : [scope.organizationId],
      ),
    );
    return rows.map(({ action }) => action);
  }

  private inTurn<T>(scope: AuditScope, read: () => Promise<T>): Promise<T> {
    return this.queue.run(String(scope?.organizationId ?? 'all'), read, currentOrigin()?.gone);
  }
}

interface Search {
  /** At most so many, of those that match the newest. */
  readonly newest: (columns: string, most: string) => string;
  readonly values: readonly unknown[];
}

/** Only the conditions that were asked for, so that each combination is planned by its own index. */
function searchOf({ scope, filter, before }: AuditQuery): Search {
  const values: unknown[] = [];
  const bound = (value: unknown): string => `$${values.push(value)}`;
  const conditions: string[] = [];
  if (scope !== null) conditions.push(`e.chain_id = ${bound(scope.organizationId)}`);
  if (filter.action !== undefined) conditions.push(`e.action = ${bound(filter.action)}`);
  if (scope === null) conditions.push(NO_COPY);
  if (filter.memberId !== undefined) conditions.push(`e.target_type = 'member'`, `e.target_id = ${bound(String(filter.memberId))}`);
  const actor = filter.actorId === undefined ? null : bound(filter.actorId);
  if (actor !== null) conditions.push(`e.actor_user_id = ${actor}`);
  // As a literal: a partial index is used only if the statement contains its condition.
  if (filter.outcome !== undefined) conditions.push(filter.outcome === 'refused' ? `e.outcome = 'refused'` : `e.outcome = 'success'`);
  if (filter.from !== undefined) conditions.push(`e.occurred_at >= ${bound(filter.from)}`);
  if (filter.to !== undefined) conditions.push(`e.occurred_at < ${bound(filter.to)}`);
  if (before !== null) conditions.push(`(e.occurred_at, e.id) < (${bound(before.occurredAt)}::timestamptz, ${bound(before.id)}::bigint)`);
  const newestOf = (columns: string, matching: readonly string[], most: string): string =>
    `SELECT ${columns} FROM audit_events e ${matching.length === 0 ? '' : `WHERE ${matching.join(' AND ')}`} ${NEWEST_FIRST} LIMIT ${most}`;
  if (scope !== null || actor === null) return { values, newest: (columns, most) => newestOf(columns, conditions, most) };
  // Their index has one organization after the other: each gives its newest.
  const ofEach = [...conditions, 'e.chain_id = chains.chain_id'];
  return {
    values,
    newest: (columns, most) =>
      `SELECT ${columns === '' ? '' : `e.${columns}`} FROM (${chainsOf(actor)}) chains CROSS JOIN LATERAL (${newestOf(columns, ofEach, most)}) e`,
  };
}

function eventOf(row: EventRow): RecordedEvent {
  const id = Number(row.id);
  return {
    id,
    occurredAt: row.occurredAt,
    action: row.action,
    outcome: row.outcome,
    actor: row.actorUserId === null ? null : { userId: row.actorUserId, username: row.username, displayName: row.displayName },
    organizationId: row.organizationId,
    target: targetOf(row),
    ip: row.ip,
    requestId: row.requestId,
    detail: row.detail,
    cursor: { occurredAt: row.place, id },
  };
}

function targetOf({
  targetType: type,
  targetId,
  targetUsername: username,
  targetDisplayName: displayName,
}: EventRow): RecordedEvent['target'] {
  if (type === null) return null;
  return { type, id: targetId ?? '', ...((type === 'member' || username !== null) && { username, displayName }) };
}
