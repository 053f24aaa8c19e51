import type { WorkerEvents, WorkerPool } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { HeldLock } from '../database/held-lock.js';
import { WatchedClient } from '../database/watched-client.js';
import { AbandonedJobs, aliveLock, releaseJobsOf } from './abandoned-jobs.js';
import type { WorkerPoolSettings } from './worker-pool.js';

export interface WatchSettings extends WorkerPoolSettings {
  /** After this long without a sign of life, a worker is taken for dead. */
  readonly abandonedAfterMs: number;
}

/** Follows what happens inside one run of graphile-worker; made before the run, so that nothing is missed. */
export class WorkerWatch {
  /** Resolves at the first sign that the run has lost touch with the database, or when it is stopped. */
  readonly troubled: Promise<void>;
  /** Resolves when none of its handlers runs any more and none will. */
  readonly drained: Promise<void>;
  private readonly abandoned: AbandonedJobs;
  private readonly logger: Logger;
  private workerPool: WorkerPool | undefined;
  private alive: HeldLock | undefined;
  private running = 0;

  constructor(
    private readonly events: WorkerEvents,
    private readonly pool: Pool,
    private readonly settings: WatchSettings,
  ) {
    this.logger = settings.logger;
    this.abandoned = new AbandonedJobs(settings.abandonedAfterMs);
    events.once('pool:create', ({ workerPool }) => this.declareAlive(workerPool));
    events.on('pool:listen:success', ({ client }) => this.keepListening(client));
    events.on('job:start', () => (this.running += 1));
    events.on('job:success', () => (this.running -= 1));
    events.on('job:error', () => (this.running -= 1));
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

  /** Resolves when no job runs. */
  rests(): Promise<void> {
    if (this.running === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const look = (): void => {
        if (this.running === 0) resolve();
      };
      this.events.on('job:success', look);
      this.events.on('job:error', look);
    });
  }

  async releaseAbandoned(): Promise<void> {
    try {
      const workers = await this.abandoned.release(this.pool);
      if (workers.length > 0) this.logger.warn({ workers }, 'jobs of workers that died were released');
    } catch (err) {
      this.logger.warn({ err }, 'abandoned jobs could not be looked for');
    }
  }

  /** Only once it is drained: then no worker works on what is locked. */
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

  /** Uses the way of `Runner.kill`, which itself does nothing once `stop` was called. */
  async handBackJobs(): Promise<void> {
    await this.workerPool?.forcefulShutdown('The worker stopped before the job was done.');
  }

  /** From here on its jobs, if any are left, are anyone's. */
  async declareGone(): Promise<void> {
    await this.alive?.release();
  }

  private declareAlive(workerPool: WorkerPool): void {
    const { connectionString, deadlines } = this.settings;
    this.workerPool = workerPool;
    this.alive = new HeldLock({ url: connectionString, aliveMs: deadlines.connectMs }, aliveLock(workerPool.id));
    void this.alive.acquireAtLast().then(() => this.releaseAbandoned());
  }

  /** The connection that waits for news is never used for questions, so its silence would go unnoticed. */
  private keepListening(client: unknown): void {
    if (!(client instanceof WatchedClient)) return;
    const stop = client.keepAsking(this.settings.deadlines.connectMs);
    this.events.once('pool:listen:release', stop);
  }
}
