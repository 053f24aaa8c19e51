import type { Clock } from '../../shared/ports/clock.js';
import type { WatchedPool } from '../database/watched-pool.js';
import { VERSION } from '../database/version.js';
import { Asked } from './asked.js';
import type { Metrics } from './metrics.js';

/** Reports the connections to the database to Prometheus. */
export function measurePool(metrics: Metrics, pool: WatchedPool): void {
  metrics.gauge('headgate_database_connections_max', 'Connections to the database that the pool may open', () => pool.most);
  metrics.gauge(
    'headgate_database_connections_open',
    'Connections to the database that the pool has open, in use or idle',
    () => pool.totalCount,
  );
  metrics.gauge(
    'headgate_database_connections_in_use',
    'Connections to the database that are in use',
    () => pool.totalCount - pool.idleCount,
  );
  metrics.gauge('headgate_database_connections_awaited', 'Callers that wait for a connection to the database', () => pool.waitingCount);
  const observe = metrics.duration(
    'headgate_database_connection_wait_seconds',
    'Time that callers waited for a connection to the database when none was idle',
    [],
  );
  pool.onWait = (seconds) => observe({}, seconds);
}

/** @param assertReady throws when `GET /health/ready` would not answer 200 */
export function measureReadiness(
  metrics: Metrics,
  clock: Clock,
  departure: { readonly hasBegun: boolean },
  assertReady: () => Promise<void>,
): void {
  const readiness = new Asked(async () => {
    await assertReady();
    return true;
  }, clock);
  metrics.askedGauge('headgate_ready', 'Whether GET /health/ready answers 200: 1 if so, 0 if not', async () => {
    if (departure.hasBegun) return 0;
    return (await readiness.value()) === true ? 1 : 0;
  });
  metrics.info('headgate_build_info', 'Always 1, with the version of this Headgate', { version: VERSION });
}
