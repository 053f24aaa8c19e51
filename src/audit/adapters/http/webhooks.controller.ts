import { Body, Controller, Delete, Get, Patch, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { RequiredVersion, Versioned, sendEntityTag } from '../../../platform/http/entity-tag.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { Done, TotalCount, bareSuccess, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { ChangeWebhook } from '../../application/change-webhook.js';
import { CreateWebhook } from '../../application/create-webhook.js';
import { DeleteWebhook } from '../../application/delete-webhook.js';
import { EnterWebhook } from '../../application/enter-webhook.js';
import { ListWebhooks } from '../../application/list-webhooks.js';
import { ReplaceWebhookSecret } from '../../application/replace-webhook-secret.js';
import { WebhookResponse, WebhookSecret, toWebhook } from './webhook-response.js';
import { ChangeWebhookBody, CreateWebhookBody } from './webhook.dto.js';

export const OF_WEBHOOKS = ['audit.read', 'organization.update'] as const;

@ApiTags('Webhooks')
@Controller('api/v1/organizations/:org_id/webhooks')
export class WebhooksController {
  constructor(
    private readonly listWebhooks: ListWebhooks,
    private readonly createWebhook: CreateWebhook,
    private readonly enterWebhook: EnterWebhook,
    private readonly changeWebhook: ChangeWebhook,
    private readonly deleteWebhook: DeleteWebhook,
    private readonly replaceSecret: ReplaceWebhookSecret,
  ) {}

  @Get()
  @Operation({
    id: 'listWebhooks',
    summary: 'List where the audit trail of an organization is sent, by name',
    permissions: OF_WEBHOOKS,
    status: 200,
    answer: namedSuccess({ webhooks: listOf(WebhookResponse), total_count: TotalCount }, 'Webhooks listed.'),
    errors: ['FORBIDDEN'],
  })
  async list(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number) {
    const webhooks = await this.listWebhooks.execute(caller, organizationId);
    return named({ webhooks: webhooks.map(toWebhook), total_count: webhooks.length }, 'Webhooks listed.');
  }

  @Post('', 'id')
  @RequiresStepUp()
  @Operation({
    id: 'createWebhook',
    summary: 'Send the events of the audit trail to an address from now on',
    permissions: OF_WEBHOOKS,
    description:
      'Each event is posted as Standard Webhooks says (`type`, `timestamp`, `data`), in order and at least once: within two minutes, and again ' +
      'after a failure, for about three days. Then the webhook is paused, and nothing is lost. An organization can have ten.',
    status: 201,
    answer: namedSuccess({ webhook: WebhookResponse, secret: WebhookSecret }, 'Webhook created.', { webhook: { delivered_at: null } }),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'CONFLICT'],
  })
  async create(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @Body() { name, url, actions }: CreateWebhookBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { webhook, secret } = await this.createWebhook.execute({ caller, organizationId, name: name.trim(), url, actions });
    sendEntityTag(response, webhook.version);
    return named({ webhook: toWebhook(webhook), secret }, 'Webhook created.');
  }

  @Get(':webhook_id')
  @Operation({
    id: 'readWebhook',
    summary: 'Read a webhook, and how far it is',
    permissions: OF_WEBHOOKS,
    status: 200,
    answer: namedSuccess({ webhook: WebhookResponse }, 'Webhook found.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async read(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @IdParam('webhook_id') id: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    const webhook = await this.enterWebhook.execute(caller, organizationId, id);
    sendEntityTag(response, webhook.version);
    return named({ webhook: toWebhook(webhook) }, 'Webhook found.');
  }

  @Patch(':webhook_id')
  @RequiresStepUp()
  @Versioned('required')
  @Operation({
    id: 'changeWebhook',
    summary: 'Change a webhook, pause or resume it',
    permissions: OF_WEBHOOKS,
    description: 'What waits is tried at once, unless it is paused.',
    status: 200,
    answer: namedSuccess({ webhook: WebhookResponse }, 'Webhook changed.', { webhook: { delivered_at: null, version: 2 } }),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async change(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @IdParam('webhook_id') id: number,
    @RequiredVersion() version: number,
    @Body() { name, url, actions, is_paused: isPaused }: ChangeWebhookBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    const change = { name: name?.trim(), url, actions, isPaused };
    const webhook = await this.changeWebhook.execute({ caller, organizationId, id, version, change });
    sendEntityTag(response, webhook.version);
    return named({ webhook: toWebhook(webhook) }, 'Webhook changed.');
  }

  @Delete(':webhook_id')
  @RequiresStepUp()
  @Versioned('required')
  @Operation({
    id: 'deleteWebhook',
    summary: 'Delete a webhook and its secret',
    permissions: OF_WEBHOOKS,
    status: 200,
    answer: bareSuccess(Done, 'Webhook deleted.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async remove(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @IdParam('webhook_id') id: number,
    @RequiredVersion() version: number,
  ) {
    await this.deleteWebhook.execute({ caller, organizationId, id, version });
    return bare({ success: true }, 'Webhook deleted.');
  }

  @Post(':webhook_id/secret', 'id')
  @RequiresStepUp()
  @Operation({
    id: 'replaceWebhookSecret',
    summary: 'Make a new secret for a webhook',
    permissions: OF_WEBHOOKS,
    description: 'The one before signs as well for 24 hours; those before it end at once.',
    status: 201,
    answer: namedSuccess({ secret: WebhookSecret }, 'Secret replaced.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async secret(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @IdParam('webhook_id') id: number) {
    return named({ secret: await this.replaceSecret.execute({ caller, organizationId, id }) }, 'Secret replaced.');
  }
}
