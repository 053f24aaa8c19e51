import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile, ValidationFailed } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import type { Webhook } from '../domain/webhook.js';
import { EnterWebhook } from './enter-webhook.js';
import { AuditEvents } from './ports/audit-events.js';
import { Webhooks } from './ports/webhooks.js';

const MOST_DAYS = 30;
const DAY_MS = 86_400_000;
/** Ids are given out a little later than the times. What comes twice is recognised. */
const MARGIN_MS = 60_000;

@Injectable()
export class ReplayEvents {
  constructor(
    private readonly enterWebhook: EnterWebhook,
    private readonly webhooks: Webhooks,
    private readonly events: AuditEvents,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Sends again what occurred since then and is not in the archive. The webhook is active afterwards. @throws Forbidden, NotFound, ValidationFailed, EditedMeanwhile */
  async execute(input: { caller: Caller; organizationId: number; id: number; since: Date }): Promise<Webhook> {
    const { caller, organizationId, id, since } = input;
    const webhook = await this.enterWebhook.execute(caller, organizationId, id);
    const at = this.clock.now();
    if (since > at || at.getTime() - since.getTime() > MOST_DAYS * DAY_MS)
      throw new ValidationFailed([{ field: 'since', message: 'Send a time of the last 30 days.' }]);
    const first = await this.events.firstSince(organizationId, new Date(since.getTime() - MARGIN_MS));
    // It only goes back: what waits is not left out.
    const afterEventId = first === null ? webhook.afterEventId : first - 1;
    const event = { action: 'webhook.replayed', actorUserId: caller.userId, organizationId, target: { type: 'webhook', id } };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const moved = await this.webhooks.moveTo(id, webhook.version, { afterEventId, at, failingAt: null });
        if (moved === null) throw new EditedMeanwhile();
        await this.auditTrail.record({ ...event, outcome: 'success', detail: { since: since.toISOString() } });
        return moved;
      }),
    );
  }
}
