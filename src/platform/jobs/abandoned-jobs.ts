import type { Pool, PoolClient } from 'pg';

/** First half of the advisory locks that tell which workers are alive; the second half is the worker. */
const ALIVE = 4_712_027;

/**
 * A killed worker leaves its jobs locked, and graphile-worker frees them after four hours only. So each worker holds a lock
 * on its listening connection, which ends with the process; whose lock is free is dead, and its jobs are anyone's.
 */
export async function declareAlive(client: PoolClient, workerPoolId: string): Promise<void> {
  await client.query('SELECT pg_advisory_lock($1, hashtext($2))', [ALIVE, workerPoolId]);
}

/**
 * The two minutes outlast the pause in which a living worker without its listening connection tries to get it back. Should
 * one be declared dead all the same, its jobs run twice, which handlers must bear anyway.
 */
export async function releaseAbandonedJobs(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ worker: string }>(
    `WITH locking AS MATERIALIZED (
       SELECT DISTINCT locked_by AS worker FROM graphile_worker.jobs
        WHERE locked_by IS NOT NULL AND locked_at < now() - interval '2 minutes'
     ), dead AS MATERIALIZED (
       SELECT worker FROM locking WHERE pg_try_advisory_xact_lock($1, hashtext(worker))
     )
     SELECT worker, graphile_worker.force_unlock_workers(ARRAY[worker]) FROM dead`,
    [ALIVE],
  );
  return rows.map((row) => row.worker);
}

export async function releaseJobsOf(pool: Pool, workerPoolId: string): Promise<void> {
  await pool.query('SELECT graphile_worker.force_unlock_workers(ARRAY[$1])', [workerPoolId]);
}
