import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { EnterWebhook } from './enter-webhook.js';
import { WebhookReceiver } from './ports/webhook-receiver.js';
import { WebhookSecrets, Webhooks } from './ports/webhooks.js';

/** Long enough to give the new one to the receiver, on a working day. */
const OVERLAP_MS = 24 * 3_600_000;

@Injectable()
export class ReplaceWebhookSecret {
  constructor(
    private readonly enterWebhook: EnterWebhook,
    private readonly receiver: WebhookReceiver,
    private readonly webhooks: Webhooks,
    private readonly secrets: WebhookSecrets,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @returns the new secret, which nobody can read later @throws Forbidden, NotFound */
  async execute(input: { caller: Caller; organizationId: number; id: number }): Promise<string> {
    const { caller, organizationId, id } = input;
    await this.enterWebhook.execute(caller, organizationId, id);
    const secret = this.receiver.mintSecret();
    const at = this.clock.now();
    const overlapUntil = new Date(at.getTime() + OVERLAP_MS);
    await this.unitOfWork.run(async () => {
      // Of two at once, the second replaces the secret of the first.
      if (!(await this.webhooks.lock(id))) throw new NotFound('Webhook');
      await this.secrets.add(id, secret, at, overlapUntil);
      await this.auditTrail.record({
        action: 'webhook.secret_replaced',
        outcome: 'success',
        actorUserId: caller.userId,
        organizationId,
        target: { type: 'webhook', id },
        detail: { both_until: overlapUntil.toISOString() },
      });
    });
    return secret;
  }
}
