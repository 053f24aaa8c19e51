import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { insertedId } from '../../../platform/database/inserted-id.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { Deliveries } from '../../application/ports/webhooks.js';
import type { Delivery, DeliveryOutcome } from '../../domain/webhook.js';
import { deliverySchema } from './schemas.js';

@Injectable()
export class TypeOrmDeliveries extends Deliveries {
  private readonly deliveries;

  constructor(session: TypeOrmSession) {
    super();
    this.deliveries = session.repository(deliverySchema);
  }

  async add(delivery: Omit<Delivery, 'id'>): Promise<Delivery> {
    return { ...delivery, id: await insertedId(this.deliveries, delivery) };
  }

  async pageOf(webhookId: number, outcome: DeliveryOutcome | null, request: PageRequest): Promise<Page<Delivery>> {
    const [items, total] = await this.deliveries.findAndCount({
      where: { webhookId, ...(outcome !== null && { outcome }) },
      order: { id: 'DESC' },
      take: request.limit,
      skip: offsetOf(request),
    });
    return { items, total };
  }

  find(webhookId: number, id: number): Promise<Delivery | null> {
    return this.deliveries.findOneBy({ webhookId, id });
  }

  async purgeBefore(at: Date): Promise<void> {
    await this.deliveries.delete({ at: LessThan(at) });
  }
}
