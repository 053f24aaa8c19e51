import { Injectable } from '@nestjs/common';
import { insertedId } from '../../../platform/database/inserted-id.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type NewWebhook, type Progress, type WaitingWebhook, type WebhookSettings, Webhooks } from '../../application/ports/webhooks.js';
import type { Webhook } from '../../domain/webhook.js';
import { webhookSchema } from './schemas.js';

const COLUMNS = `id, organization_id AS "organizationId", name, url, actions, paused_because AS "pausedBecause", version,
  after_event_id AS "afterEventId", failing_event_id AS "failingEventId", failing_since AS "failingSince", failures,
  next_attempt_at AS "nextAttemptAt", delivered_at AS "deliveredAt", created_at AS "createdAt",
  changed_at AS "changedAt"`;
const UNCLAIMED = 'claimed_by = NULL, claimed_until = NULL';
/** A person has changed something: what waits is tried at once, and the next failure is the first. */
const AFRESH = `failures = 0, version = version + 1, ${UNCLAIMED}`;

/** Of the driver, which gives a `bigint` as text. */
type Row<Of extends Webhook = Webhook> = Omit<Of, 'afterEventId' | 'failingEventId'> & {
  readonly afterEventId: string;
  readonly failingEventId: string | null;
};

@Injectable()
export class TypeOrmWebhooks extends Webhooks {
  private readonly webhooks;

  constructor(private readonly session: TypeOrmSession) {
    super();
    this.webhooks = session.repository(webhookSchema);
  }

  countOf(organizationId: number): Promise<number> {
    return this.webhooks.countBy({ organizationId });
  }

  async add(webhook: NewWebhook): Promise<Webhook> {
    const { createdAt } = webhook;
    const fresh = { pausedBecause: null, version: 1, failingEventId: null, failingSince: null, failures: 0, deliveredAt: null };
    const made = { ...webhook, ...fresh, nextAttemptAt: createdAt, changedAt: createdAt };
    return { ...made, id: await insertedId(this.webhooks, made) };
  }

  listOf(organizationId: number): Promise<readonly WaitingWebhook[]> {
    return this.waiting('organization_id = $1', [organizationId]);
  }

  async find(organizationId: number, id: number): Promise<WaitingWebhook | null> {
    const [found] = await this.waiting('organization_id = $1 AND id = $2', [organizationId, id]);
    return found ?? null;
  }

  /** Raw: the oldest waiting event of each is asked in the same statement. */
  private async waiting(condition: string, values: readonly number[]): Promise<WaitingWebhook[]> {
    const rows = await this.session.query<Row<WaitingWebhook>>(
      `SELECT ${COLUMNS}, (SELECT e.occurred_at FROM audit_events e
                            WHERE (e.chain_id, e.id) > (w.organization_id, w.after_event_id) AND e.chain_id = w.organization_id
                            ORDER BY e.chain_id, e.id LIMIT 1) AS "waitingSince"
         FROM webhooks w WHERE ${condition} ORDER BY lower(name), id`,
      [...values],
    );
    return rows.map(webhookOf);
  }

  /** Raw: locks its row. */
  async lock(id: number): Promise<boolean> {
    return (await this.session.execute('SELECT FROM webhooks WHERE id = $1 FOR UPDATE', [id])) === 1;
  }

  async change(id: number, version: number, { name, url, actions, isPaused, changedAt }: WebhookSettings): Promise<Webhook | null> {
    return this.changed(
      `UPDATE webhooks SET name = $3, url = $4, actions = $5, changed_at = $7, next_attempt_at = $7, ${AFRESH},
              paused_because = CASE WHEN $6::boolean THEN coalesce(paused_because, 'ASKED') WHEN NOT $6 THEN NULL ELSE paused_because END
        WHERE id = $1 AND version = $2 RETURNING ${COLUMNS}`,
      [id, version, name, url, actions, isPaused, changedAt],
    );
  }

  async moveTo(
    id: number,
    version: number,
    { afterEventId, at, failingAt }: { afterEventId: number; at: Date; failingAt: number | null },
  ): Promise<Webhook | null> {
    return this.changed(
      `UPDATE webhooks SET after_event_id = CASE WHEN $5::bigint IS NULL THEN least(after_event_id, $3::bigint) ELSE $3::bigint END, next_attempt_at = $4, changed_at = $4, paused_because = NULL, failing_event_id = NULL,
              failing_since = NULL, ${AFRESH}
        WHERE id = $1 AND version = $2 AND ($5::bigint IS NULL OR failing_event_id = $5::bigint) RETURNING ${COLUMNS}`,
      [id, version, afterEventId, at, failingAt],
    );
  }

  async remove(id: number, version: number): Promise<boolean> {
    return (await this.webhooks.delete({ id, version })).affected === 1;
  }

  /** Raw: takes rows with SKIP LOCKED. */
  async claimDue(claim: { by: string; at: Date; until: Date; through: number; most: number }): Promise<readonly Webhook[]> {
    const rows = await this.session.query<Row>(
      `UPDATE webhooks SET claimed_by = $1, claimed_until = $3
        WHERE id IN (SELECT w.id FROM webhooks w
                      WHERE w.paused_because IS NULL AND w.next_attempt_at <= $2 AND (w.claimed_until IS NULL OR w.claimed_until <= $2)
                        AND EXISTS (SELECT FROM audit_events e WHERE (e.chain_id, e.id) > (w.organization_id, w.after_event_id)
                                                                 AND (e.chain_id, e.id) <= (w.organization_id, $4))
                      ORDER BY w.next_attempt_at, w.id LIMIT $5 FOR UPDATE SKIP LOCKED)
        RETURNING ${COLUMNS}`,
      [claim.by, claim.at, claim.until, claim.through, claim.most],
    );
    return rows.map(webhookOf);
  }

  async note(id: number, { by, until }: { by: string; until: Date }, progress: Progress): Promise<Webhook | null> {
    const { afterEventId, failures, failingEventId, failingSince, pausedBecause, nextAttemptAt, deliveredAt } = progress;
    return this.changed(
      `UPDATE webhooks SET after_event_id = $4, failures = $5, failing_event_id = $6, failing_since = $7, paused_because = $8,
              next_attempt_at = $9, delivered_at = $10, claimed_until = $3
        WHERE id = $1 AND claimed_by = $2 RETURNING ${COLUMNS}`,
      [id, by, until, afterEventId, failures, failingEventId, failingSince, pausedBecause, nextAttemptAt, deliveredAt],
    );
  }

  async release(id: number, by: string): Promise<void> {
    await this.webhooks.update({ id, claimedBy: by }, { claimedBy: null, claimedUntil: null });
  }

  /** Raw: one statement compares, changes and answers the row. */
  private async changed(statement: string, values: readonly unknown[]): Promise<Webhook | null> {
    const [row] = await this.session.query<Row>(statement, [...values]);
    return row === undefined ? null : webhookOf(row);
  }
}

function webhookOf<Of extends Webhook>(row: Row<Of>): Of {
  const { afterEventId, failingEventId } = row;
  return { ...row, afterEventId: Number(afterEventId), failingEventId: failingEventId === null ? null : Number(failingEventId) } as Of;
}
