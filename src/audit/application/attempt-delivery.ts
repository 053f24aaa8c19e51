import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import type { RecordedEvent } from '../domain/audit-filter.js';
import { type Attempt, type Delivery, type Occasion, type Webhook, TEST_TYPE, messageIdOf } from '../domain/webhook.js';
import { WebhookReceiver } from './ports/webhook-receiver.js';
import { WebhookSecrets } from './ports/webhooks.js';

/** Sends one event, or a test. The caller keeps what came of it. */
@Injectable()
export class AttemptDelivery {
  constructor(
    private readonly receiver: WebhookReceiver,
    private readonly secrets: WebhookSecrets,
    private readonly clock: Clock,
  ) {}

  /** @returns `null` for a webhook that was deleted since */
  async execute(
    { id: webhookId, organizationId, url }: Webhook,
    event: RecordedEvent | null,
    occasion: Occasion,
  ): Promise<{ attempt: Attempt; delivery: Omit<Delivery, 'id'> } | null> {
    const at = this.clock.now();
    const secrets = await this.secrets.of(webhookId, at);
    if (secrets.length === 0) return null;
    const id = event === null ? `test_${webhookId}_${at.getTime()}` : messageIdOf(event.id);
    const attempt = await this.receiver.send({ webhookId, organizationId, isAsked: occasion !== 'turn', url, secrets, id, at, event });
    const { fault, status, durationMs } = attempt;
    const about = { webhookId, eventId: event?.id ?? null, action: event?.action ?? TEST_TYPE, occasion };
    return { attempt, delivery: { ...about, outcome: fault === null ? 'delivered' : 'failed', fault, status, durationMs, at } };
  }
}
