import type { WorkerEvents, WorkerPool } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { declareAlive, releaseAbandonedJobs, releaseJobsOf } from './abandoned-jobs.js';

/** Follows what happens inside one run of graphile-worker; made before the run, so that nothing is missed. */
export class WorkerWatch {
  /** Resolves at the first sign that the run has lost touch with the database, or when it is stopped. */
  readonly troubled: Promise<void>;
  /** Resolves when none of its handlers runs any more and none will. */
  readonly drained: Promise<void>;
  private workerPool: WorkerPool | undefined;

  constructor(
    events: WorkerEvents,
    private readonly pool: Pool,
    private readonly logger: Logger,
  ) {
    events.once('pool:create', ({ workerPool }) => void (this.workerPool = workerPool));
    events.on('pool:listen:success', ({ client, workerPool }) => {
      // The LISTEN is on its way now, and a connection takes one statement at a time.
      client.once('drain', () => {
        declareAlive(client, workerPool.id)
          .then(() => this.releaseAbandoned())
          .catch((err: unknown) => this.logger.warn({ err }, 'the job worker could not declare itself alive'));
      });
    });
    this.troubled = new Promise((resolve) => {
      pool.on('error', () => resolve());
      pool.on('connect', (client) => client.on('error', () => resolve()));
      events.on('pool:listen:error', () => resolve());
      events.on('worker:getJob:error', () => resolve());
      events.on('worker:fatalError', () => resolve());
      events.on('pool:gracefulShutdown', () => resolve());
    });
    this.drained = new Promise((resolve) => {
      events.on('pool:gracefulShutdown:complete', () => resolve());
      events.on('pool:forcefulShutdown:complete', () => resolve());
      events.on('pool:forcefulShutdown:error', () => resolve());
    });
  }

  async releaseAbandoned(): Promise<void> {
    try {
      const workers = await releaseAbandonedJobs(this.pool);
      if (workers.length > 0) this.logger.warn({ workers }, 'jobs of workers that died were released');
    } catch (err) {
      this.logger.warn({ err }, 'abandoned jobs could not be looked for');
    }
  }

  /** Only once it is drained: what is locked then, nobody works on. */
  async releaseOwn(): Promise<boolean> {
    if (this.workerPool === undefined) return true;
    try {
      await releaseJobsOf(this.pool, this.workerPool.id);
      return true;
    } catch (err) {
      this.logger.debug({ err }, 'the jobs of a retired worker could not be released yet');
      return false;
    }
  }

  /** The way of `Runner.kill`, which itself does nothing once `stop` was called. */
  async handBackJobs(): Promise<void> {
    await this.workerPool?.forcefulShutdown('The worker stopped before the job was done.');
  }
}
