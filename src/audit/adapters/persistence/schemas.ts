import { EntitySchema } from 'typeorm';
import type { ColumnsOf } from '../../../platform/database/columns-of.js';
import type { Delivery, Webhook } from '../../domain/webhook.js';

/** Ids of events, and of what follows each event, are `bigint`, which the driver gives as text. */
const EVENT_ID = {
  type: 'bigint' as const,
  transformer: { to: (id: number | null) => id, from: (id: string | null) => (id === null ? null : Number(id)) },
};

export type WebhookRow = Webhook & { readonly claimedBy: string | null; readonly claimedUntil: Date | null };

export const webhookSchema = new EntitySchema<WebhookRow>({
  name: 'webhooks',
  tableName: 'webhooks',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    organizationId: { name: 'organization_id', type: 'integer' },
    name: { type: 'text' },
    url: { type: 'text' },
    actions: { type: 'text', array: true },
    pausedBecause: { name: 'paused_because', type: 'text', nullable: true },
    version: { type: 'integer' },
    afterEventId: { ...EVENT_ID, name: 'after_event_id' },
    failingEventId: { ...EVENT_ID, name: 'failing_event_id', nullable: true },
    failingSince: { name: 'failing_since', type: 'timestamptz', nullable: true },
    failures: { type: 'integer' },
    nextAttemptAt: { name: 'next_attempt_at', type: 'timestamptz' },
    deliveredAt: { name: 'delivered_at', type: 'timestamptz', nullable: true },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    changedAt: { name: 'changed_at', type: 'timestamptz' },
    claimedBy: { name: 'claimed_by', type: 'text', nullable: true, select: false },
    claimedUntil: { name: 'claimed_until', type: 'timestamptz', nullable: true, select: false },
  } satisfies ColumnsOf<WebhookRow>,
});

export interface WebhookSecretRow {
  readonly id: string;
  readonly webhookId: number;
  readonly secretSealed: string;
  readonly createdAt: Date;
  /** `null`: it signs until it is replaced. */
  readonly endsAt: Date | null;
}

export const webhookSecretSchema = new EntitySchema<WebhookSecretRow>({
  name: 'webhook_secrets',
  tableName: 'webhook_secrets',
  columns: {
    id: { type: 'uuid', primary: true },
    webhookId: { name: 'webhook_id', type: 'integer' },
    secretSealed: { name: 'secret_sealed', type: 'text' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    endsAt: { name: 'ends_at', type: 'timestamptz', nullable: true },
  } satisfies ColumnsOf<WebhookSecretRow>,
});

export const deliverySchema = new EntitySchema<Delivery>({
  name: 'webhook_deliveries',
  tableName: 'webhook_deliveries',
  columns: {
    id: { ...EVENT_ID, primary: true, generated: 'increment' },
    webhookId: { name: 'webhook_id', type: 'integer' },
    eventId: { ...EVENT_ID, name: 'event_id', nullable: true },
    action: { type: 'text' },
    occasion: { type: 'text' },
    outcome: { type: 'text' },
    fault: { type: 'text', nullable: true },
    status: { type: 'integer', nullable: true },
    durationMs: { name: 'duration_ms', type: 'integer' },
    at: { type: 'timestamptz' },
  } satisfies ColumnsOf<Delivery>,
});
