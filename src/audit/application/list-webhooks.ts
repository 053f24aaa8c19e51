import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { EnterWebhook } from './enter-webhook.js';
import { type WaitingWebhook, Webhooks } from './ports/webhooks.js';

@Injectable()
export class ListWebhooks {
  constructor(
    private readonly enterWebhook: EnterWebhook,
    private readonly webhooks: Webhooks,
  ) {}

  /** By name. @throws Forbidden */
  async execute(caller: Caller, organizationId: number): Promise<readonly WaitingWebhook[]> {
    await this.enterWebhook.admit(caller, organizationId);
    return this.webhooks.listOf(organizationId);
  }
}
