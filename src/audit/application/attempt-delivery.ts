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

  async execute(
    { id: webhookId, url }: Pick<Webhook, 'id' | 'url'>,
    event: RecordedEvent | null,
    occasion: Occasion,
  ): Promise<{ attempt: Attempt; delivery: Omit<Delivery, 'id'> }> {
    const at = this.clock.now();
    const secrets = await this.secrets.of(webhookId, at);
    const id = event === null ? `test_${webhookId}_${at.getTime()}` : messageIdOf(event.id);
    const attempt = await this.receiver.send({ webhookId, url, secrets, id, at, event });
    const { fault, status, durationMs } = attempt;
    const about = { webhookId, eventId: event?.id ?? null, action: event?.action ?? TEST_TYPE, occasion };
    return { attempt, delivery: { ...about, outcome: fault === null ? 'delivered' : 'failed', fault, status, durationMs, at } };
  }
}
