import type { Sentence } from '../../../shared/sentence.js';
import type { RecordedEvent } from '../../domain/audit-filter.js';
import type { Attempt } from '../../domain/webhook.js';

export interface Message {
  readonly webhookId: number;
  readonly organizationId: number;
  /** By a person, beside the order of events. */
  readonly isAsked: boolean;
  readonly url: string;
  /** Each signs it. */
  readonly secrets: readonly string[];
  readonly id: string;
  readonly at: Date;
  /** `null` for a test. */
  readonly event: RecordedEvent | null;
}

/** Sends as Standard Webhooks says (https://www.standardwebhooks.com). */
export abstract class WebhookReceiver {
  abstract mintSecret(): string;
  /** What is wrong with an address, without a lookup; `null` does not promise that it can be reached. */
  abstract faultOf(url: string): Sentence | null;
  /** Ends within seconds. Whatever the receiver does is part of the result. */
  /** @throws Unavailable when an organization asks for too many at once */
  abstract send(message: Message): Promise<Attempt>;
}
