import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import type { Delivery, DeliveryOutcome } from '../domain/webhook.js';
import { EnterWebhook } from './enter-webhook.js';
import { Deliveries } from './ports/webhooks.js';

/** The log of a webhook. */
@Injectable()
export class ListDeliveries {
  constructor(
    private readonly enterWebhook: EnterWebhook,
    private readonly deliveries: Deliveries,
  ) {}

  /** The newest first. @throws Forbidden, NotFound */
  async execute(input: {
    caller: Caller;
    organizationId: number;
    id: number;
    outcome: DeliveryOutcome | null;
    request: PageRequest;
  }): Promise<Page<Delivery>> {
    const { caller, organizationId, id, outcome, request } = input;
    await this.enterWebhook.execute(caller, organizationId, id);
    return this.deliveries.pageOf(id, outcome, request);
  }
}
