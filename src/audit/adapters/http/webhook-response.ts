import { z } from 'zod';
import { component, id, listOf, moment } from '../../../platform/http/response-schemas.js';
import { ATTEMPT_FAULTS, DELIVERY_OUTCOMES, type Delivery, OCCASIONS, PAUSES, type Webhook } from '../../domain/webhook.js';

export const WebhookResponse = component(
  'Webhook',
  z.object({
    id,
    organization_id: id,
    name: z.string(),
    url: z.string(),
    actions: listOf(z.string()).meta({ description: 'Actions of the trail, or beginnings such as `member.*`; none: all of them.' }),
    paused_because: z.enum(PAUSES).nullable().meta({
      description:
        '`null`: events are sent. `ASKED`: a person paused it. `FAILING`: nothing was taken in about three days. `GONE`: the receiver answered 410.',
    }),
    failures: z.int().min(0).meta({ description: 'Attempts in a row that failed.' }),
    failing_since: moment.nullable(),
    failing_event_id: id.nullable().meta({ description: 'The event that is tried again, and keeps those after it waiting.' }),
    next_attempt_at: moment.nullable().meta({ description: '`null` unless it waits after a failure.' }),
    delivered_at: moment.nullable().meta({ description: 'When an event was last taken.' }),
    waiting_since: moment.nullable().meta({ description: 'Time of the oldest event that still has to be sent; `null` if none waits.' }),
    version: z.int().min(1),
    created_at: moment,
    changed_at: moment,
  }),
  {
    id: 1,
    organization_id: 1,
    name: 'SIEM',
    url: 'https://siem.example/headgate',
    actions: ['member.*', 'role.updated'],
    paused_because: null,
    failures: 0,
    failing_since: null,
    failing_event_id: null,
    next_attempt_at: null,
    delivered_at: '2026-11-20T09:16:00.000Z',
    waiting_since: null,
    version: 1,
    created_at: '2026-11-20T09:15:00.000Z',
    changed_at: '2026-11-20T09:15:00.000Z',
  },
);

export const WebhookSecret = z.string().meta({
  examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD3JqTp0mFZ9o='],
  description: 'Verifies `webhook-signature`, as Standard Webhooks says. It cannot be read later.',
});

export const WebhookDelivery = component(
  'WebhookDelivery',
  z.object({
    id,
    event_id: id.nullable().meta({ description: '`null` for a test.' }),
    action: z.string(),
    occasion: z.enum(OCCASIONS).meta({ description: '`turn`: it was the next one. `again`: a person had it sent once more.' }),
    outcome: z.enum(DELIVERY_OUTCOMES),
    fault: z.enum(ATTEMPT_FAULTS).nullable().meta({ description: '`ANSWERED`: with a status that is no success.' }),
    status: z.int().nullable().meta({ description: 'Of HTTP; `null` without an answer.' }),
    duration_ms: z.int().min(0),
    at: moment,
  }),
  {
    id: 12,
    event_id: 4711,
    action: 'role.updated',
    occasion: 'turn',
    outcome: 'delivered',
    fault: null,
    status: 204,
    duration_ms: 31,
    at: '2026-11-20T09:16:00.000Z',
  },
);

export function toWebhook(webhook: Webhook & { readonly waitingSince?: Date | null }): z.infer<typeof WebhookResponse> {
  return {
    id: webhook.id,
    organization_id: webhook.organizationId,
    name: webhook.name,
    url: webhook.url,
    actions: webhook.actions,
    paused_because: webhook.pausedBecause,
    failures: webhook.failures,
    failing_since: webhook.failingSince?.toISOString() ?? null,
    failing_event_id: webhook.failingEventId,
    next_attempt_at: webhook.failures > 0 && webhook.pausedBecause === null ? webhook.nextAttemptAt.toISOString() : null,
    delivered_at: webhook.deliveredAt?.toISOString() ?? null,
    waiting_since: webhook.waitingSince?.toISOString() ?? null,
    version: webhook.version,
    created_at: webhook.createdAt.toISOString(),
    changed_at: webhook.changedAt.toISOString(),
  };
}

export function toDelivery(delivery: Delivery): z.infer<typeof WebhookDelivery> {
  return {
    id: delivery.id,
    event_id: delivery.eventId,
    action: delivery.action,
    occasion: delivery.occasion,
    outcome: delivery.outcome,
    fault: delivery.fault,
    status: delivery.status,
    duration_ms: delivery.durationMs,
    at: delivery.at.toISOString(),
  };
}
