import { Pool } from 'pg';
import type { Logger } from 'pino';

/** One connection listens for new jobs and one keeps the clockwork going while all others work. */
const CONNECTIONS_BESIDE_JOBS = 2;

/** The worker's own connections: jobs go on being fetched and finished while the application's pool is exhausted. */
export function createWorkerPool(connectionString: string, concurrency: number, logger: Logger): Pool {
  const pool = new Pool({
    connectionString,
    application_name: 'headgate-jobs',
    max: concurrency + CONNECTIONS_BESIDE_JOBS,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    keepAlive: true,
  });
  // A lost connection is reported here and again by the statement that needed it; unheard, either would end the process.
  const onLost = (err: Error): void => logger.warn({ err }, 'a connection of the job worker was lost');
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', onLost));
  return pool;
}
