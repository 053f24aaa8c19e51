import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { UnitOfWork } from '../../../shared/ports/unit-of-work.js';
import { type Cancellation, DiscoveryWaits } from '../../application/ports/discovery-waits.js';

const IS_OPEN = `IN ('waiting', 'running')`;

/** The lock lets heartbeats and other waits pass, and waits for a cancel, which holds the row for itself. */
const BEGIN = `
  INSERT INTO schema_discovery_waits (discovery_id, user_id)
  SELECT id, $2 FROM schema_discoveries WHERE id = $1 AND NOT cancel_requested AND state <> 'cancelled' FOR KEY SHARE
  ON CONFLICT (discovery_id, user_id) WHERE cancelled_at IS NULL DO UPDATE SET user_id = excluded.user_id
  RETURNING id::float8`;

/**
 * A later discovery whose turn has not come is answered by what an earlier one of another instance finds, so its people wait for
 * both. One that nobody was ever known to wait for comes from an older version, and ends only when it is named.
 */
const END_UNAWAITED = `
  UPDATE schema_discoveries d SET cancel_requested = true
   WHERE d.data_source_id = $1 AND d.state ${IS_OPEN} AND NOT d.cancel_requested
     AND (d.id = $2 OR EXISTS (SELECT FROM schema_discovery_waits w WHERE w.discovery_id = d.id))
     AND NOT EXISTS (
       SELECT FROM schema_discoveries o JOIN schema_discovery_waits w ON w.discovery_id = o.id AND w.cancelled_at IS NULL
        WHERE o.data_source_id = $1 AND o.state ${IS_OPEN}
          AND (o.id = d.id OR o.id > d.id AND (d.schema_name IS NULL OR d.schema_name = o.schema_name)))
  RETURNING d.id`;

/** Raw: locks and conditions decide between people who join and cancel at the same time. */
@Injectable()
export class SqlDiscoveryWaits extends DiscoveryWaits {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
  }

  async begin(discoveryId: number, userId: number): Promise<number | null> {
    const [wait] = await this.session.query<{ id: number }>(BEGIN, [discoveryId, userId]);
    return wait?.id ?? null;
  }

  cancel(dataSourceId: number, discoveryId: number, userId: number): Promise<Cancellation | null> {
    return this.unitOfWork.run(async () => {
      const open = await this.session.query<{ id: number; cancelRequested: boolean }>(
        `SELECT id, cancel_requested AS "cancelRequested" FROM schema_discoveries
          WHERE data_source_id = $1 AND state ${IS_OPEN} ORDER BY id FOR UPDATE`,
        [dataSourceId],
      );
      const named = open.find(({ id }) => id === discoveryId);
      if (named === undefined) return null;
      const waits = await this.session.query<{ id: number }>(
        `UPDATE schema_discovery_waits SET cancelled_at = now()
          WHERE discovery_id = $1 AND user_id = $2 AND cancelled_at IS NULL RETURNING id::float8`,
        [discoveryId, userId],
      );
      const ended = await this.session.query<{ id: number }>(END_UNAWAITED, [dataSourceId, discoveryId]);
      const ends = ended.map(({ id }) => id);
      const goesOn = !named.cancelRequested && !ends.includes(discoveryId);
      return { waits: waits.map(({ id }) => id), ends, goesOn };
    });
  }

  async waiting(discoveryId: number): Promise<readonly number[]> {
    const rows = await this.session.query<{ userId: number }>(
      `SELECT w.user_id AS "userId" FROM schema_discovery_waits w JOIN schema_discoveries d ON d.id = w.discovery_id
        WHERE w.discovery_id = $1 AND w.cancelled_at IS NULL AND d.state ${IS_OPEN} AND NOT d.cancel_requested`,
      [discoveryId],
    );
    return rows.map(({ userId }) => userId);
  }
}
