import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import type { Webhook } from '../domain/webhook.js';
import { EventNotWaiting } from '../domain/webhook.errors.js';
import { EnterWebhook } from './enter-webhook.js';
import { AuditEvents } from './ports/audit-events.js';
import { Deliveries, Webhooks } from './ports/webhooks.js';

@Injectable()
export class SetEventAside {
  constructor(
    private readonly enterWebhook: EnterWebhook,
    private readonly webhooks: Webhooks,
    private readonly deliveries: Deliveries,
    private readonly events: AuditEvents,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Goes on after the event at which the webhook fails, which is active afterwards. The log keeps the event, and it can be sent again.
   * @throws Forbidden, NotFound, EventNotWaiting
   */
  async execute(input: { caller: Caller; organizationId: number; id: number; eventId: number }): Promise<Webhook> {
    const { caller, organizationId, id, eventId } = input;
    const { version } = await this.enterWebhook.execute(caller, organizationId, id);
    const [skipped] = await this.events.following(organizationId, { after: eventId - 1, through: eventId, most: 1 });
    const at = this.clock.now();
    const event = { action: 'webhook.event_set_aside', actorUserId: caller.userId, organizationId, target: { type: 'webhook', id } };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const moved = await this.webhooks.moveTo(id, version, { afterEventId: eventId, at, failingAt: eventId });
        if (moved === null || skipped === undefined) throw new EventNotWaiting();
        const about = { webhookId: id, eventId, action: skipped.action, occasion: 'turn', outcome: 'set_aside' } as const;
        await this.deliveries.add({ ...about, fault: null, status: null, durationMs: 0, at });
        await this.auditTrail.record({ ...event, outcome: 'success', detail: { event: eventId } });
        return moved;
      }),
    );
  }
}
