import { performance } from 'node:perf_hooks';
import type { Pool } from 'pg';
import type { TryLock } from '../database/held-lock.js';

/** First half of the advisory locks that tell which workers are alive; the second half is the worker. */
const ALIVE = 4_712_027;

/**
 * A killed worker leaves its jobs locked, and graphile-worker frees them only after four hours. So each worker holds a
 * lock on a connection that ends with the process. A worker is dead when its lock is free, and any worker may take its
 * jobs.
 */
export function aliveLock(workerPoolId: string): TryLock {
  return { text: 'SELECT pg_try_advisory_lock($1, hashtext($2)) AS taken', values: [ALIVE, workerPoolId] };
}

/** Shared: when two look at once, neither takes the other for the worker. */
const DEAD = `
  WITH locking AS MATERIALIZED (
    SELECT DISTINCT locked_by AS worker FROM graphile_worker.jobs WHERE locked_by IS NOT NULL
  ), dead AS MATERIALIZED (
    SELECT worker FROM locking WHERE pg_try_advisory_xact_lock_shared($1, hashtext(worker))
  )`;

/** Looks for jobs of dead workers again and again, and remembers since when each worker has been missing. */
export class AbandonedJobs {
  private missing = new Map<string, number>();

  /**
   * @param graceMs outlasts the time in which a living worker that has lost its connection gets another one. If one is
   * still declared
   * dead, its jobs run twice, which handlers must bear anyway.
   */
  constructor(readonly graceMs: number) {}

  /** @returns the workers whose jobs are free now */
  async release(pool: Pool): Promise<string[]> {
    const { rows } = await pool.query<{ worker: string }>(`${DEAD} SELECT worker FROM dead`, [ALIVE]);
    const now = performance.now();
    this.missing = new Map(rows.map(({ worker }) => [worker, this.missing.get(worker) ?? now]));
    const gone = [...this.missing].filter(([, since]) => now - since >= this.graceMs).map(([worker]) => worker);
    if (gone.length === 0) return [];
    const released = await pool.query<{ worker: string }>(
      `${DEAD} SELECT worker, graphile_worker.force_unlock_workers(ARRAY[worker]) FROM dead WHERE worker = ANY($2)`,
      [ALIVE, gone],
    );
    return released.rows.map(({ worker }) => worker);
  }
}

export async function releaseJobsOf(pool: Pool, workerPoolId: string): Promise<void> {
  await pool.query('SELECT graphile_worker.force_unlock_workers(ARRAY[$1])', [workerPoolId]);
}
