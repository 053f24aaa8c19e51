import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile, ValidationFailed } from '../../shared/domain-error.js';
import { type AuditDetail, AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import type { Webhook } from '../domain/webhook.js';
import { EnterWebhook } from './enter-webhook.js';
import { WebhookReceiver } from './ports/webhook-receiver.js';
import { Webhooks } from './ports/webhooks.js';

export interface WebhookChange {
  readonly name?: string | undefined;
  readonly url?: string | undefined;
  readonly actions?: readonly string[] | undefined;
  readonly isPaused?: boolean | undefined;
}

/** What is not given stays. The next attempt follows at once, unless it is paused. */
@Injectable()
export class ChangeWebhook {
  constructor(
    private readonly enterWebhook: EnterWebhook,
    private readonly receiver: WebhookReceiver,
    private readonly webhooks: Webhooks,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden, NotFound, ValidationFailed for an address that is not allowed, EditedMeanwhile */
  async execute(input: { caller: Caller; organizationId: number; id: number; version: number; change: WebhookChange }): Promise<Webhook> {
    const { caller, organizationId, id, version, change } = input;
    const webhook = await this.enterWebhook.execute(caller, organizationId, id);
    const { name = webhook.name, url = webhook.url, actions = webhook.actions, isPaused } = change;
    const fault = url === webhook.url ? null : this.receiver.faultOf(url);
    if (fault !== null) throw new ValidationFailed([{ field: 'url', message: fault }]);
    const event = { action: 'webhook.changed', actorUserId: caller.userId, organizationId, target: { type: 'webhook', id } };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const settings = { name, url, actions, isPaused: isPaused ?? null, changedAt: this.clock.now() };
        const changed = await this.webhooks.change(id, version, settings);
        if (changed === null) throw new EditedMeanwhile();
        await this.auditTrail.record({ ...event, outcome: 'success', detail: differencesOf(webhook, changed) });
        return changed;
      }),
    );
  }
}

/** An address may hold a token of the receiver, so only its host is told. */
function differencesOf(before: Webhook, now: Webhook): AuditDetail {
  const [formerHost, host] = [before.url, now.url].map((url) => new URL(url).host);
  return {
    ...(before.name !== now.name && { former_name: before.name, name: now.name }),
    ...(before.url !== now.url && { former_host: formerHost ?? '', host: host ?? '' }),
    ...(before.actions.join() !== now.actions.join() && { former_actions: before.actions, actions: now.actions }),
    ...(before.pausedBecause !== now.pausedBecause && { is_paused: now.pausedBecause !== null }),
  };
}
