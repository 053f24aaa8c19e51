import type { Page, PageRequest } from '../../../shared/page.js';
import type { Delivery, DeliveryOutcome, Webhook } from '../../domain/webhook.js';

export type NewWebhook = Pick<Webhook, 'organizationId' | 'name' | 'url' | 'actions' | 'afterEventId' | 'createdAt'>;

/** What a person sets. */
export interface WebhookSettings extends Pick<Webhook, 'name' | 'url' | 'actions' | 'changedAt'> {
  /** `null`: as it is. */
  readonly isPaused: boolean | null;
}

/** What attempts change. */
export type Progress = Pick<
  Webhook,
  'deliveredAt' | 'failures' | 'failingEventId' | 'failingSince' | 'pausedBecause' | 'nextAttemptAt' | 'afterEventId'
>;

export interface WaitingWebhook extends Webhook {
  /** When the oldest event occurred that is not done yet; `null` when all are. */
  readonly waitingSince: Date | null;
}

/**
 * Webhooks and how far each is. Whoever sends holds a claim for a while, so that events go out one after the other whatever instances there
 * are; a claim that is not renewed ends by itself, and one whose webhook a person has changed is gone.
 */
export abstract class Webhooks {
  abstract countOf(organizationId: number): Promise<number>;
  abstract add(webhook: NewWebhook): Promise<Webhook>;
  /** By name. */
  abstract listOf(organizationId: number): Promise<readonly WaitingWebhook[]>;
  abstract find(organizationId: number, id: number): Promise<WaitingWebhook | null>;
  /** Keeps others from changing it until the unit of work ends. @returns whether it is there */
  abstract lock(id: number): Promise<boolean>;
  /** Ends claims. @returns `null` when it is not at that version any more */
  abstract change(id: number, version: number, to: WebhookSettings): Promise<Webhook | null>;
  /**
   * Sets how far it is, and sends from there on. Ends claims.
   * @param failingAt only while it fails at this event; without one it only goes back, so that nothing is left out @returns `null` when it
   * is not at that version any more, or not there
   */
  abstract moveTo(id: number, version: number, to: { afterEventId: number; at: Date; failingAt: number | null }): Promise<Webhook | null>;
  /** @returns whether it was there at that version */
  abstract remove(id: number, version: number): Promise<boolean>;

  /** Those with something to send up to this event, at most `most`; others cannot claim them until then. */
  abstract claimDue(claim: { by: string; at: Date; until: Date; through: number; most: number }): Promise<readonly Webhook[]>;
  /** Notes what came of an attempt, or how far the trail was looked at. @returns the webhook as it is now; `null` when the claim is gone */
  abstract note(id: number, claim: { by: string; until: Date }, progress: Progress): Promise<Webhook | null>;
  abstract release(id: number, by: string): Promise<void>;
}

export abstract class WebhookSecrets {
  /** Signs from now on. The one before also signs until `overlapUntil`; older ones stop at once. */
  abstract add(webhookId: number, secret: string, at: Date, overlapUntil: Date): Promise<void>;
  /** Those that sign at that time, the newest first. */
  abstract of(webhookId: number, at: Date): Promise<readonly string[]>;
}

export abstract class Deliveries {
  abstract add(delivery: Omit<Delivery, 'id'>): Promise<Delivery>;
  /** The newest first; pages and totals reach 10,000 lines. */
  abstract pageOf(webhookId: number, outcome: DeliveryOutcome | null, request: PageRequest): Promise<Page<Delivery>>;
  /** Deletes up to `most` lines. @returns how many */
  abstract purgeBefore(at: Date, most: number): Promise<number>;
}
