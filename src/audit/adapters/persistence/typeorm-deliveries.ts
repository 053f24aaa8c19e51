import { Injectable } from '@nestjs/common';
import { insertedId } from '../../../platform/database/inserted-id.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { Deliveries } from '../../application/ports/webhooks.js';
import type { Delivery, DeliveryOutcome } from '../../domain/webhook.js';
import { deliverySchema } from './schemas.js';

/** Nobody reads further, and all would be read to count them. */
const COUNTED = 10_000;

@Injectable()
export class TypeOrmDeliveries extends Deliveries {
  private readonly deliveries;

  constructor(private readonly session: TypeOrmSession) {
    super();
    this.deliveries = session.repository(deliverySchema);
  }

  async add(delivery: Omit<Delivery, 'id'>): Promise<Delivery> {
    return { ...delivery, id: Number(await insertedId(this.deliveries, delivery)) };
  }

  async pageOf(webhookId: number, outcome: DeliveryOutcome | null, request: PageRequest): Promise<Page<Delivery>> {
    const where = { webhookId, ...(outcome !== null && { outcome }) };
    const skip = offsetOf(request);
    const items =
      skip < COUNTED
        ? await this.deliveries.find({ where, order: { id: 'DESC' }, take: Math.min(request.limit, COUNTED - skip), skip })
        : [];
    // Raw: a count that stops.
    const [count] = await this.session.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM (
         SELECT FROM webhook_deliveries WHERE webhook_id = $1 AND ($2::text IS NULL OR outcome = $2) LIMIT ${COUNTED}) counted`,
      [webhookId, outcome],
    );
    return { items, total: count?.total ?? 0 };
  }

  /** Raw: it deletes some of the oldest. */
  purgeBefore(at: Date, most: number): Promise<number> {
    return this.session.execute(
      'DELETE FROM webhook_deliveries WHERE id IN (SELECT id FROM webhook_deliveries WHERE at < $1 ORDER BY at LIMIT $2)',
      [at, most],
    );
  }
}
