import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { RecordedEvent } from '../domain/audit-filter.js';
import type { Delivery, Webhook } from '../domain/webhook.js';
import { AttemptDelivery } from './attempt-delivery.js';
import { EnterWebhook } from './enter-webhook.js';
import { AuditEvents } from './ports/audit-events.js';
import { Deliveries } from './ports/webhooks.js';

/** Sends something at once, at the wish of a person and beside the order of events. A paused webhook can be tested too. */
@Injectable()
export class TestWebhook {
  constructor(
    private readonly enterWebhook: EnterWebhook,
    private readonly attemptDelivery: AttemptDelivery,
    private readonly deliveries: Deliveries,
    private readonly events: AuditEvents,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @throws Forbidden, NotFound, Unavailable */
  async execute(caller: Caller, organizationId: number, id: number): Promise<Delivery> {
    const webhook = await this.enterWebhook.execute(caller, organizationId, id);
    return this.send(caller, webhook, null);
  }

  /** An event once more. @throws Forbidden, NotFound, also for an event that is in the archive; Unavailable */
  async again(input: { caller: Caller; organizationId: number; id: number; eventId: number }): Promise<Delivery> {
    const { caller, organizationId, id, eventId } = input;
    const webhook = await this.enterWebhook.execute(caller, organizationId, id);
    const [event] = await this.events.following(organizationId, { after: eventId - 1, through: eventId, most: 1 });
    if (event === undefined) throw new NotFound('Event');
    return this.send(caller, webhook, event);
  }

  private async send(caller: Caller, webhook: Webhook, event: RecordedEvent | null): Promise<Delivery> {
    const sent = await this.attemptDelivery.execute(webhook, event, event === null ? 'test' : 'again');
    if (sent === null) throw new NotFound('Webhook');
    const { fault, status } = sent.delivery;
    return this.unitOfWork.run(async () => {
      await this.auditTrail.record({
        action: event === null ? 'webhook.tested' : 'webhook.event_sent_again',
        outcome: 'success',
        actorUserId: caller.userId,
        organizationId: webhook.organizationId,
        target: { type: 'webhook', id: webhook.id },
        detail: { fault, status, ...(event !== null && { event: event.id }) },
      });
      return this.deliveries.add(sent.delivery);
    });
  }
}
