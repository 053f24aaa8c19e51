import type { Read } from '../../../session/read';

export const WEBHOOKS = '/api/v1/organizations/{org_id}/webhooks';
export const WEBHOOK = `${WEBHOOKS}/{webhook_id}` as const;
export const DELIVERIES = `${WEBHOOK}/deliveries` as const;

/** What is old after anything was done to one. */
export const OLD_AFTER_A_CHANGE = [WEBHOOKS, WEBHOOK, DELIVERIES];

export type Webhook = Read<typeof WEBHOOK>['webhook'];
export type Delivery = Read<typeof DELIVERIES>['deliveries'][number];
