import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { Asked, secondsSince } from '../../../platform/metrics/asked.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { Clock } from '../../../shared/ports/clock.js';

/** Everything before the latest head is sealed. Raw: both ends are the first entry of an index. */
const OLDEST_UNSEALED = `
  SELECT occurred_at AS "occurredAt" FROM audit_events
   WHERE id > (SELECT coalesce(max(last_event_id), 0) FROM audit_heads) ORDER BY id LIMIT 1`;

/** Tells Prometheus how far the sealing of the audit trail is behind. */
@Injectable()
export class SqlSealingLag {
  constructor(session: TypeOrmSession, clock: Clock, metrics: Metrics) {
    const oldest = new Asked(async () => {
      const [row] = await session.query<{ occurredAt: Date }>(OLDEST_UNSEALED);
      return { at: row?.occurredAt ?? null };
    }, clock);
    metrics.askedGauge(
      'headgate_audit_oldest_unsealed_age_seconds',
      'Age of the oldest audit event that is not sealed yet, 0 when all are',
      async () => {
        const known = await oldest.value();
        return known && secondsSince(known.at, clock);
      },
    );
  }
}
