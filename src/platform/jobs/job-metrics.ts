import { performance } from 'node:perf_hooks';
import type { Clock } from '../../shared/ports/clock.js';
import type { TypeOrmSession } from '../database/typeorm-session.js';
import { Asked } from '../metrics/asked.js';
import type { Metrics } from '../metrics/metrics.js';
import type { JobEnd, JobWatch } from './graphile-worker.js';

/** Beyond this number it does not matter how many more there are, and counting them would take longer each time. */
const MOST_COUNTED = 10_000;

/**
 * Over all instances, by the clock of the database, by which jobs are due. Raw: it reads in the order of the index that graphile-worker
 * takes jobs by: all have one priority, so the first is the oldest. Its view of jobs would read the whole table.
 */
const READY = `
  SELECT count(*)::int AS ready, coalesce(extract(epoch FROM now() - min(run_at)), 0)::float8 AS age
    FROM (SELECT run_at FROM graphile_worker._private_jobs WHERE is_available = true AND run_at <= now()
           ORDER BY priority, run_at LIMIT ${MOST_COUNTED}) due`;

/** Reports to Prometheus the jobs that are due, and those that run here. */
export class JobMetrics implements JobWatch {
  private readonly observe: ReturnType<typeof Metrics.prototype.duration<'task' | 'outcome'>>;
  private readonly countFailed: () => void;
  private running = 0;

  constructor(metrics: Metrics, session: TypeOrmSession, clock: Clock) {
    const backlog = new Asked(async () => {
      const [row] = await session.query<{ ready: number; age: number }>(READY);
      return row ?? { ready: 0, age: 0 };
    }, clock);
    metrics.askedGauge(
      'headgate_jobs_ready',
      'Jobs that are due and that no worker has taken yet, over all instances; 10000 stands for more as well',
      async () => (await backlog.value())?.ready,
    );
    metrics.askedGauge(
      'headgate_jobs_oldest_ready_age_seconds',
      'Time since the oldest job that no worker has taken became due, 0 when there is none',
      async () => (await backlog.value())?.age,
    );
    metrics.gauge('headgate_jobs_running', 'Jobs that this instance is working on', () => this.running);
    this.observe = metrics.duration(
      'headgate_job_duration_seconds',
      'Time that a job took, by its name; failed_for_good means that it is not tried again',
      ['task', 'outcome'],
    );
    this.countFailed = metrics.counter('headgate_jobs_failed_total', 'Jobs that have failed and are not tried again');
  }

  started(task: string): (outcome: JobEnd) => void {
    const startedAt = performance.now();
    this.running += 1;
    return (outcome) => {
      this.running -= 1;
      if (outcome === 'failed_for_good') this.countFailed();
      this.observe({ task, outcome }, (performance.now() - startedAt) / 1000);
    };
  }
}
