import { Body, Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { sendEntityTag } from '../../../platform/http/entity-tag.js';
import { named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { timeOf } from '../../../platform/http/is-time.js';
import { Operation } from '../../../platform/http/operation.js';
import { PageParams, Paged } from '../../../platform/http/page-params.js';
import { Pagination, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { ListDeliveries } from '../../application/list-deliveries.js';
import { ReplayEvents } from '../../application/replay-events.js';
import { SetEventAside } from '../../application/set-event-aside.js';
import { SendToWebhook } from '../../application/send-to-webhook.js';
import { WebhookDelivery, WebhookResponse, toDelivery, toWebhook } from './webhook-response.js';
import { OF_WEBHOOKS } from './webhooks.controller.js';
import { DeliveryFilterQuery, ReplayWebhookBody, EventOfWebhookBody } from './webhook.dto.js';

@ApiTags('Webhooks')
@Controller('api/v1/organizations/:org_id/webhooks/:webhook_id')
export class WebhookDeliveriesController {
  constructor(
    private readonly listDeliveries: ListDeliveries,
    private readonly sendToWebhook: SendToWebhook,
    private readonly replayEvents: ReplayEvents,
    private readonly setEventAside: SetEventAside,
  ) {}

  @Get('deliveries')
  @Paged()
  @Operation({
    id: 'listWebhookDeliveries',
    summary: 'List what a webhook was sent in the last 30 days, and what its receiver answered; newest first',
    permissions: OF_WEBHOOKS,
    status: 200,
    answer: namedSuccess({ deliveries: listOf(WebhookDelivery), pagination: Pagination }, 'Deliveries listed.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @IdParam('webhook_id') id: number,
    @PageParams() request: PageRequest,
    @Query() { outcome }: DeliveryFilterQuery,
  ) {
    const { items, total } = await this.listDeliveries.execute({ caller, organizationId, id, outcome: outcome ?? null, request });
    return named({ deliveries: items.map(toDelivery), pagination: paginationOf(request, total) }, 'Deliveries listed.');
  }

  @Post('test')
  @Operation({
    id: 'testWebhook',
    summary: 'Send a test to a webhook, and tell what its receiver answers',
    permissions: OF_WEBHOOKS,
    description: 'Its `type` is `test`. A paused webhook can be tested too.',
    status: 200,
    answer: namedSuccess({ delivery: WebhookDelivery }, 'Test sent.', {
      delivery: { event_id: null, action: 'test', occasion: 'test' },
    }),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async test(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @IdParam('webhook_id') id: number) {
    const delivery = await this.sendToWebhook.execute({ caller, organizationId, id, eventId: null });
    return named({ delivery: toDelivery(delivery) }, 'Test sent.');
  }

  @Post('again')
  @Operation({
    id: 'sendWebhookEventAgain',
    summary: 'Send an event once more, with the same id',
    permissions: OF_WEBHOOKS,
    description: 'It is sent at once, outside the order of events. Events in the archive cannot be sent.',
    status: 200,
    answer: namedSuccess({ delivery: WebhookDelivery }, 'Event sent.', { delivery: { occasion: 'again' } }),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async again(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @IdParam('webhook_id') id: number,
    @Body() { event_id: eventId }: EventOfWebhookBody,
  ) {
    const delivery = await this.sendToWebhook.execute({ caller, organizationId, id, eventId });
    return named({ delivery: toDelivery(delivery) }, 'Event sent.');
  }

  @Post('replay')
  @RequiresStepUp()
  @Operation({
    id: 'replayWebhook',
    summary: 'Send all events since a time again',
    permissions: OF_WEBHOOKS,
    description:
      'Receivers recognise by `webhook-id` what they already have. A paused webhook is resumed. Events in the archive are not sent.',
    status: 200,
    answer: namedSuccess({ webhook: WebhookResponse }, 'Events are sent again.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async replay(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @IdParam('webhook_id') id: number,
    @Body() { since }: ReplayWebhookBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    const webhook = await this.replayEvents.execute({ caller, organizationId, id, since: timeOf(since) ?? new Date(NaN) });
    sendEntityTag(response, webhook.version);
    return named({ webhook: toWebhook(webhook) }, 'Events are sent again.');
  }

  @Post('set-aside')
  @RequiresStepUp()
  @Operation({
    id: 'setWebhookEventAside',
    summary: 'Set the event aside that a receiver does not take, and go on with the next',
    permissions: OF_WEBHOOKS,
    description: 'The log keeps it as `set_aside`, and it can be sent again. A paused webhook is resumed.',
    status: 200,
    answer: namedSuccess({ webhook: WebhookResponse }, 'Event set aside.', { webhook: { delivered_at: null } }),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  async setAside(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @IdParam('webhook_id') id: number,
    @Body() { event_id: eventId }: EventOfWebhookBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    const webhook = await this.setEventAside.execute({ caller, organizationId, id, eventId });
    sendEntityTag(response, webhook.version);
    return named({ webhook: toWebhook(webhook) }, 'Event set aside.');
  }
}
