import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { Faults } from '../../shared/ports/faults.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { RecordedEvent } from '../domain/audit-filter.js';
import { type Attempt, type Webhook, afterFailure, wants } from '../domain/webhook.js';
import { AnnouncePause } from './announce-pause.js';
import { AttemptDelivery } from './attempt-delivery.js';
import { AuditEvents } from './ports/audit-events.js';
import { Deliveries, type Outcome, Webhooks } from './ports/webhooks.js';
import { Watermark } from './watermark.js';

const WEBHOOKS_IN_A_RUN = 200;
const EVENTS_AT_ONCE = 100;
/** Until the next run begins. */
const RUN_MS = 50_000;
/** Longer than an attempt may take. A sender that was killed leaves its webhooks to others after this time. */
const CLAIM_MS = 120_000;

const FINE = { failures: 0, failingEventId: null, failingSince: null, pausedBecause: null } as const;

/**
 * Sends what is sealed to the webhooks that want it: each event at least once, those of an organization in their order. What comes twice
 * has the same id. An event that is not taken keeps those after it waiting.
 */
@Injectable()
export class DeliverEvents {
  constructor(
    private readonly watermark: Watermark,
    private readonly webhooks: Webhooks,
    private readonly events: AuditEvents,
    private readonly attemptDelivery: AttemptDelivery,
    private readonly deliveries: Deliveries,
    private readonly announcePause: AnnouncePause,
    private readonly unitOfWork: UnitOfWork,
    private readonly faults: Faults,
    private readonly clock: Clock,
  ) {}

  /** Each webhook at its own pace: one that is silent holds up only itself. */
  async execute(): Promise<void> {
    const { lastEventId, isTrusted } = await this.watermark.read();
    if (lastEventId === null || !isTrusted) return;
    const by = crypto.randomUUID();
    const at = this.clock.now();
    const run = { by, through: Number(lastEventId), ends: new Date(at.getTime() + RUN_MS) };
    const due = await this.webhooks.claimDue({ by, at, until: this.claimEnd(), through: run.through, most: WEBHOOKS_IN_A_RUN });
    await Promise.all(
      due.map((webhook) =>
        this.deliver(webhook, run).catch((error: unknown) => this.faults.report(error, 'A webhook could not be served.')),
      ),
    );
  }

  private async deliver(webhook: Webhook, { by, through, ends }: { by: string; through: number; ends: Date }): Promise<void> {
    let now: Webhook | null = webhook;
    while (now !== null && this.isDue(now) && this.clock.now() < ends) {
      const events = await this.events.following(now.organizationId, { after: now.afterEventId, through, most: EVENTS_AT_ONCE });
      if (events.length === 0) break;
      now = await this.deliverAll(now, events, by);
    }
    if (now !== null) await this.webhooks.release(now.id, by);
  }

  /** @returns as `attempt` */
  private async deliverAll(webhook: Webhook, events: readonly RecordedEvent[], by: string): Promise<Webhook | null> {
    let now: Webhook | null = webhook;
    for (const event of events) {
      if (wants(now, event.action)) now = await this.attempt(now, event, by);
      if (now === null || !this.isDue(now)) return now;
    }
    const lastId = events.at(-1)?.id ?? now.afterEventId;
    if (lastId === now.afterEventId) return now;
    // Those at the end are not wanted.
    return this.webhooks.note(now.id, this.claim(by), { ...now, ...FINE, afterEventId: lastId });
  }

  /** @returns `null` when a person has changed the webhook since, or when it is paused: then there is no claim any more */
  private async attempt(webhook: Webhook, event: RecordedEvent, by: string): Promise<Webhook | null> {
    const { attempt, delivery } = await this.attemptDelivery.execute(webhook, event, 'turn');
    const outcome = outcomeOf(webhook, event, attempt, this.clock.now());
    return this.unitOfWork.run(async () => {
      const noted = await this.webhooks.note(webhook.id, this.claim(by), outcome);
      if (noted === null) return null;
      await this.deliveries.add(delivery);
      if (noted.pausedBecause === null) return noted;
      await this.announcePause.execute(noted);
      return null;
    });
  }

  private isDue({ nextAttemptAt }: Webhook): boolean {
    return nextAttemptAt <= this.clock.now();
  }

  private claim(by: string): { by: string; until: Date } {
    return { by, until: this.claimEnd() };
  }

  private claimEnd(): Date {
    return new Date(this.clock.now().getTime() + CLAIM_MS);
  }
}

function outcomeOf(webhook: Webhook, { id }: RecordedEvent, attempt: Attempt, now: Date): Outcome {
  const { failures, failingEventId, failingSince, deliveredAt, afterEventId } = webhook;
  if (attempt.fault === null) {
    return { ...FINE, deliveredAt: now, afterEventId: id, nextAttemptAt: now };
  }
  const next = afterFailure(failures, attempt);
  return {
    deliveredAt,
    // Those before it are not wanted, and need not be looked at again.
    afterEventId: Math.max(afterEventId, id - 1),
    failures: failures + 1,
    failingEventId: id,
    failingSince: failingEventId === id ? failingSince : now,
    pausedBecause: 'pause' in next ? next.pause : null,
    nextAttemptAt: 'waitMs' in next ? new Date(now.getTime() + next.waitMs) : now,
  };
}
