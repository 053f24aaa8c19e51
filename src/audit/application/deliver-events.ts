import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { Faults } from '../../shared/ports/faults.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { RecordedEvent } from '../domain/audit-filter.js';
import { type Attempt, type Webhook, afterFailure, wants } from '../domain/webhook.js';
import { AnnouncePause } from './announce-pause.js';
import { AttemptDelivery } from './attempt-delivery.js';
import { AuditEvents } from './ports/audit-events.js';
import { Deliveries, type Progress, Webhooks } from './ports/webhooks.js';
import { Watermark } from './watermark.js';

/** How many receivers are served at the same time. */
const LANES = 20;
const EVENTS_AT_ONCE = 100;
/** The last attempt ends before the next run begins. */
const RUN_MS = 45_000;
/** Longer than an attempt may take. A sender that was killed leaves its webhooks to others after this time. */
const CLAIM_MS = 120_000;

const FINE = { failures: 0, failingEventId: null, failingSince: null, pausedBecause: null } as const;

interface Run {
  /** Names what this run has claimed. */
  readonly by: string;
  readonly through: number;
  readonly ends: Date;
}

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
    const run = { by: crypto.randomUUID(), through: Number(lastEventId), ends: new Date(this.clock.now().getTime() + RUN_MS) };
    const first = await this.claim(run, LANES);
    await Promise.all(first.map((webhook) => this.serve(webhook, run)));
  }

  /** One webhook after the other, while some are due. */
  private async serve(first: Webhook, run: Run): Promise<void> {
    for (let next: Webhook | undefined = first; next !== undefined; [next] = await this.claim(run, 1)) {
      const webhook = next;
      await this.deliver(webhook, run).catch((error: unknown) => this.faults.report(error, 'A webhook could not be served.'));
      if (this.isOver(run)) return;
    }
  }

  private claim({ by, through }: Run, most: number): Promise<readonly Webhook[]> {
    return this.webhooks.claimDue({ by, at: this.clock.now(), until: this.claimEnd(), through, most });
  }

  private async deliver(webhook: Webhook, run: Run): Promise<void> {
    let now: Webhook | null = webhook;
    while (now !== null && this.isDue(now) && !this.isOver(run)) {
      const range = { after: now.afterEventId, through: run.through, most: EVENTS_AT_ONCE };
      const events = await this.events.following(now.organizationId, range);
      if (events.length === 0) break;
      now = await this.deliverAll(now, events, run);
    }
    if (now !== null) await this.webhooks.release(now.id, run.by);
  }

  /** @returns as `attempt` */
  private async deliverAll(webhook: Webhook, events: readonly RecordedEvent[], run: Run): Promise<Webhook | null> {
    let now: Webhook | null = webhook;
    for (const event of events) {
      if (wants(now, event.action)) now = await this.attempt(now, event, run);
      if (now === null || !this.isDue(now) || this.isOver(run)) return now;
    }
    const lastId = events.at(-1)?.id ?? now.afterEventId;
    if (lastId === now.afterEventId) return now;
    // Those at the end are not wanted. It has had its turn, so others come first.
    const done = { ...now, ...FINE, afterEventId: lastId, nextAttemptAt: this.clock.now() };
    return this.webhooks.note(now.id, { by: run.by, until: this.claimEnd() }, done);
  }

  /** @returns `null` when a person has changed the webhook since, or when it is paused: then there is no claim any more */
  private async attempt(webhook: Webhook, event: RecordedEvent, { by }: Run): Promise<Webhook | null> {
    const sent = await this.attemptDelivery.execute(webhook, event, 'turn');
    if (sent === null) return null;
    const { attempt, delivery } = sent;
    const progress = progressAfter(webhook, event, attempt, this.clock.now());
    return this.unitOfWork.run(async () => {
      const noted = await this.webhooks.note(webhook.id, { by, until: this.claimEnd() }, progress);
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

  private isOver({ ends }: Run): boolean {
    return this.clock.now() >= ends;
  }

  private claimEnd(): Date {
    return new Date(this.clock.now().getTime() + CLAIM_MS);
  }
}

function progressAfter(webhook: Webhook, { id }: RecordedEvent, attempt: Attempt, now: Date): Progress {
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
