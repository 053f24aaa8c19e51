import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { type WaitingWebhook, Webhooks } from './ports/webhooks.js';

/** Who may have the trail sent elsewhere: those who may read it, and change the organization. */
@Injectable()
export class EnterWebhook {
  constructor(
    private readonly access: AccessControl,
    private readonly webhooks: Webhooks,
  ) {}

  /** @throws Forbidden */
  async admit(caller: Caller, organizationId: number): Promise<void> {
    await this.access.require(caller, 'audit.read', { organizationId });
    await this.access.require(caller, 'organization.update', { organizationId });
  }

  /** @throws Forbidden, NotFound */
  async execute(caller: Caller, organizationId: number, id: number): Promise<WaitingWebhook> {
    await this.admit(caller, organizationId);
    const webhook = await this.webhooks.find(organizationId, id);
    if (webhook === null) throw new NotFound('Webhook');
    return webhook;
  }
}
