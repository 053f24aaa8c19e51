import { Injectable } from '@nestjs/common';
import { LockOrganization } from '../../organizations/application/lock-organization.js';
import type { Caller } from '../../shared/caller.js';
import { Unavailable, ValidationFailed } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { MOST_WEBHOOKS, type Webhook } from '../domain/webhook.js';
import { TooManyWebhooks } from '../domain/webhook.errors.js';
import { EnterWebhook } from './enter-webhook.js';
import { Watermark } from './watermark.js';
import { WebhookReceiver } from './ports/webhook-receiver.js';
import { WebhookSecrets, Webhooks } from './ports/webhooks.js';

@Injectable()
export class CreateWebhook {
  constructor(
    private readonly enterWebhook: EnterWebhook,
    private readonly lockOrganization: LockOrganization,
    private readonly receiver: WebhookReceiver,
    private readonly webhooks: Webhooks,
    private readonly secrets: WebhookSecrets,
    private readonly watermark: Watermark,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends what is sealed from now on. @returns the secret too, which nobody can read later
   * @throws Forbidden, ValidationFailed for an address that is not allowed, TooManyWebhooks, Unavailable
   */
  async execute(input: {
    caller: Caller;
    organizationId: number;
    name: string;
    url: string;
    actions: readonly string[];
  }): Promise<{ webhook: Webhook; secret: string }> {
    const { caller, ...settings } = input;
    const { organizationId, name, url, actions } = settings;
    await this.enterWebhook.admit(caller, organizationId);
    const fault = this.receiver.faultOf(url);
    if (fault !== null) throw new ValidationFailed([{ field: 'url', message: fault }]);
    const { lastEventId, isTrusted } = await this.watermark.read();
    // Otherwise it would send the trail from its beginning.
    if (!isTrusted) throw new Unavailable();
    const secret = this.receiver.mintSecret();
    const event = { action: 'webhook.created', actorUserId: caller.userId, organizationId };
    const webhook = await recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        // Of two at once, the second counts the webhook of the first.
        await this.lockOrganization.execute(organizationId, 'alone');
        if ((await this.webhooks.countOf(organizationId)) >= MOST_WEBHOOKS) throw new TooManyWebhooks();
        const createdAt = this.clock.now();
        const made = await this.webhooks.add({ ...settings, afterEventId: Number(lastEventId ?? 0), createdAt });
        await this.secrets.add(made.id, secret, createdAt, createdAt);
        const detail = { name, host: new URL(url).host, actions };
        await this.auditTrail.record({ ...event, outcome: 'success', target: { type: 'webhook', id: made.id }, detail });
        return made;
      }),
    );
    return { webhook, secret };
  }
}
