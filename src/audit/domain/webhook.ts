/** Of one organization. */
export const MOST_WEBHOOKS = 10;

/** `ASKED`: a person did it. `FAILING`: no attempt of about three days was taken. `GONE`: the receiver answered 410. */
export const PAUSES = ['ASKED', 'FAILING', 'GONE'] as const;
export type Pause = (typeof PAUSES)[number];

/** Where an organization has its audit trail sent, event by event in order. */
export interface Webhook {
  readonly id: number;
  readonly organizationId: number;
  readonly name: string;
  readonly url: string;
  /** Names of actions, or beginnings such as `member.*`; none stands for all. */
  readonly actions: readonly string[];
  /** `null` while events are sent. */
  readonly pausedBecause: Pause | null;
  /** Rises with each change by a person, from 1. */
  readonly version: number;
  /** Up to this event of the trail all are done. */
  readonly afterEventId: number;
  /** The event that is tried again and again, and keeps those after it waiting. */
  readonly failingEventId: number | null;
  readonly failingSince: Date | null;
  /** In a row. */
  readonly failures: number;
  readonly nextAttemptAt: Date;
  readonly deliveredAt: Date | null;
  readonly createdAt: Date;
  readonly changedAt: Date;
}

/** Why a receiver did not take an event. `ANSWERED`: with a status that is no success. */
export const ATTEMPT_FAULTS = [
  'ANSWERED',
  'ADDRESS_MALFORMED',
  'ADDRESS_REFUSED',
  'PLAIN_HTTP',
  'UNREACHABLE',
  'REDIRECTED',
  'TOO_SLOW',
] as const;
export type AttemptFault = (typeof ATTEMPT_FAULTS)[number];

export interface Attempt {
  /** `null`: it was taken. */
  readonly fault: AttemptFault | null;
  /** Of HTTP; `null` without an answer. */
  readonly status: number | null;
  readonly durationMs: number;
  /** What the receiver asked for. */
  readonly retryAfterSeconds: number | null;
}

/** `turn`: it was the next one. `again`: a person had it sent once more. */
export const OCCASIONS = ['turn', 'test', 'again'] as const;
export type Occasion = (typeof OCCASIONS)[number];

export const DELIVERY_OUTCOMES = ['delivered', 'failed', 'set_aside'] as const;
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];

/** A line of the log of a webhook. */
export interface Delivery {
  readonly id: number;
  readonly webhookId: number;
  /** `null` for a test. */
  readonly eventId: number | null;
  readonly action: string;
  readonly occasion: Occasion;
  readonly outcome: DeliveryOutcome;
  readonly fault: AttemptFault | null;
  readonly status: number | null;
  readonly durationMs: number;
  readonly at: Date;
}

const MINUTE_MS = 60_000;
/** Before the second attempt, the third and so on, as Standard Webhooks proposes them. */
const WAITS = [1, 5, 30, 120, 300, 600, 840, 1200, 1440].map((minutes) => minutes * MINUTE_MS);
/** What a receiver may ask for beyond that: it must not put off the pause by days. */
const MOST_MORE_MS = 60 * MINUTE_MS;
const GONE = 410;

export function wants({ actions }: Pick<Webhook, 'actions'>, action: string): boolean {
  return actions.length === 0 || actions.some((one) => (one.endsWith('.*') ? action.startsWith(one.slice(0, -1)) : one === action));
}

/** What follows a failed attempt. */
export function afterFailure(failuresBefore: number, { status, retryAfterSeconds }: Attempt): { pause: Pause } | { waitMs: number } {
  if (status === GONE) return { pause: 'GONE' };
  const waitMs = WAITS[failuresBefore];
  if (waitMs === undefined) return { pause: 'FAILING' };
  const askedMs = Math.min((retryAfterSeconds ?? 0) * 1000, waitMs + MOST_MORE_MS);
  return { waitMs: Math.max(waitMs, askedMs) };
}

/** Of a message that is no event. */
export const TEST_TYPE = 'test';

/** The name of a message, by which receivers recognise one that comes twice. */
export function messageIdOf(eventId: number): string {
  return `evt_${eventId}`;
}
