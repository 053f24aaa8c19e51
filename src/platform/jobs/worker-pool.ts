import type { PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { DatabaseDeadlines } from '../config/database.js';
import { type Connected, WatchedPool } from '../database/watched-pool.js';

/** One connection listens for new jobs and one keeps the clockwork going while all others work. */
const CONNECTIONS_BESIDE_JOBS = 2;

export interface WorkerPoolSettings {
  readonly connectionString: string;
  readonly concurrency: number;
  readonly deadlines: DatabaseDeadlines;
  readonly logger: Logger;
}

/**
 * The worker releases the connection on which it listens twice if that is lost while the worker ends. The second time would be a rejection
 * that nobody handles, and end the process.
 */
class JobPool extends WatchedPool {
  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    if (callback === undefined) return super.connect();
    super.connect((error, client, done) => {
      let isReleased = false;
      callback(error, client, (release) => {
        if (isReleased) return;
        isReleased = true;
        done(release);
      });
    });
    return undefined;
  }
}

/** The worker's own connections: jobs are still fetched and finished while the application's pool is exhausted. */
export function createWorkerPool({ connectionString, concurrency, deadlines, logger }: WorkerPoolSettings): WatchedPool {
  const pool = new JobPool({
    connectionString,
    application_name: 'headgate-jobs',
    max: concurrency + CONNECTIONS_BESIDE_JOBS,
    connectionTimeoutMillis: deadlines.connectMs,
    statement_timeout: deadlines.statementMs,
    answerMs: deadlines.answerMs,
  });
  // A lost connection is reported here and again by the statement that needed it; without a listener, either would end
  // the process.
  const onLost = (err: Error): void => logger.warn({ err }, 'a connection of the job worker was lost');
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', onLost));
  return pool;
}
