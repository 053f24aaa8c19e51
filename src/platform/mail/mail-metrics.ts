import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { TypeOrmSession } from '../database/typeorm-session.js';
import { Asked, secondsSince } from '../metrics/asked.js';
import { Metrics } from '../metrics/metrics.js';

/** Beyond this number it does not matter how many more there are, and counting them would take longer each time. */
const MOST_COUNTED = 10_000;

/** Over all instances. Raw: it reads the index of the waiting mails, and no further. */
const WAITING = `
  SELECT count(*)::int AS waiting, min(created_at) AS oldest
    FROM (SELECT created_at FROM outbox_mails WHERE sent_at IS NULL AND failed_at IS NULL
           ORDER BY created_at LIMIT ${MOST_COUNTED}) waiting`;

const OUTCOMES = ['sent', 'not_taken', 'given_up'] as const;

/** Reports to Prometheus the waiting mails, and what becomes of those that this instance delivers. */
@Injectable()
export class MailMetrics {
  readonly count: (labels: { readonly outcome: (typeof OUTCOMES)[number] }) => void;

  constructor(metrics: Metrics, session: TypeOrmSession, clock: Clock) {
    const backlog = new Asked(async () => {
      const [row] = await session.query<{ waiting: number; oldest: Date | null }>(WAITING);
      return { waiting: row?.waiting ?? 0, oldest: row?.oldest ?? null };
    }, clock);
    metrics.askedGauge(
      'headgate_outbox_mails_waiting',
      'Mails that were neither sent nor given up, over all instances; 10000 stands for more as well',
      async () => (await backlog.value())?.waiting,
    );
    metrics.askedGauge(
      'headgate_outbox_oldest_mail_age_seconds',
      'Time since the oldest mail that waits was written, 0 when none waits',
      async () => {
        const known = await backlog.value();
        return known && secondsSince(known.oldest, clock);
      },
    );
    this.count = metrics.labelledCounter(
      'headgate_mail_deliveries_total',
      'Attempts to deliver a mail; not_taken is tried again, given_up is not',
      ['outcome'],
      OUTCOMES.map((outcome) => ({ outcome })),
    );
  }
}
