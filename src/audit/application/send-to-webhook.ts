import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { RecordedEvent } from '../domain/audit-filter.js';
import type { Delivery } from '../domain/webhook.js';
import { AttemptDelivery } from './attempt-delivery.js';
import { EnterWebhook } from './enter-webhook.js';
import { AuditEvents } from './ports/audit-events.js';
import { Deliveries } from './ports/webhooks.js';

/** Sends something at once, at the wish of a person and beside the order of events. A paused webhook can be tested too. */
@Injectable()
export class SendToWebhook {
  constructor(
    private readonly enterWebhook: EnterWebhook,
    private readonly attemptDelivery: AttemptDelivery,
    private readonly deliveries: Deliveries,
    private readonly events: AuditEvents,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /**
   * @param input.eventId of the event to send once more; `null` for a test
   * @throws Forbidden, NotFound, also for an event that is in the archive; Unavailable
   */
  async execute(input: { caller: Caller; organizationId: number; id: number; eventId: number | null }): Promise<Delivery> {
    const { caller, organizationId, id, eventId } = input;
    const webhook = await this.enterWebhook.execute(caller, organizationId, id);
    const event = eventId === null ? null : await this.found(organizationId, eventId);
    const sent = await this.attemptDelivery.execute(webhook, event, event === null ? 'test' : 'again');
    if (sent === null) throw new NotFound('Webhook');
    const { fault, status } = sent.delivery;
    return this.unitOfWork.run(async () => {
      await this.auditTrail.record({
        action: event === null ? 'webhook.tested' : 'webhook.event_sent_again',
        outcome: 'success',
        actorUserId: caller.userId,
        organizationId,
        target: { type: 'webhook', id },
        detail: { fault, status, ...(event !== null && { event: event.id }) },
      });
      return this.deliveries.add(sent.delivery);
    });
  }

  private async found(organizationId: number, eventId: number): Promise<RecordedEvent> {
    const [event] = await this.events.following(organizationId, { after: eventId - 1, through: eventId, most: 1 });
    if (event === undefined) throw new NotFound('Event');
    return event;
  }
}
