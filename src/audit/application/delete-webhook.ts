import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { EnterWebhook } from './enter-webhook.js';
import { Webhooks } from './ports/webhooks.js';

/** Its secrets go with it. Lines of its log are purged when they are 30 days old. */
@Injectable()
export class DeleteWebhook {
  constructor(
    private readonly enterWebhook: EnterWebhook,
    private readonly webhooks: Webhooks,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @throws Forbidden, NotFound, EditedMeanwhile */
  async execute(input: { caller: Caller; organizationId: number; id: number; version: number }): Promise<void> {
    const { caller, organizationId, id, version } = input;
    const { name } = await this.enterWebhook.execute(caller, organizationId, id);
    const event = { action: 'webhook.deleted', actorUserId: caller.userId, organizationId, target: { type: 'webhook', id } };
    await recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        if (!(await this.webhooks.remove(id, version))) throw new EditedMeanwhile();
        await this.auditTrail.record({ ...event, outcome: 'success', detail: { name } });
      }),
    );
  }
}
