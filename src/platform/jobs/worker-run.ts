import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ParsedCronItem,
  type Runner,
  type RunnerOptions,
  type TaskList,
  type WorkerEvents,
  Logger as GraphileLogger,
  run,
} from 'graphile-worker';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { createWorkerPool } from './worker-pool.js';
import { type WatchSettings, WorkerWatch } from './worker-watch.js';

const LEVELS: Readonly<Record<string, 'error' | 'warn' | 'debug'>> = { error: 'error', warning: 'warn' };

/**
 * graphile-worker attaches whole jobs, payloads included, to its messages: only the text and the error pass. What it still tries after its
 * pool was closed, since it could not start, fails for that alone.
 */
function graphileLogger(logger: Logger, pool: Pool): GraphileLogger {
  return new GraphileLogger(() => (level, message, meta = {}) => {
    // The outcome of a job, which `logOutcomes` reports.
    if (meta['failure'] === true || meta['success'] === true) return;
    const { error } = meta;
    logger[pool.ending ? 'debug' : (LEVELS[level] ?? 'debug')](error instanceof Error ? { err: error } : {}, message);
  });
}

function logOutcomes(events: WorkerEvents, logger: Logger): void {
  events.on('job:success', ({ job }) => logger.debug({ job: job.id, name: job.task_identifier }, 'job done'));
  events.on('job:error', ({ job, error }) => {
    const fields = {
      job: job.id,
      name: job.task_identifier,
      attempt: job.attempts,
      attempts: job.max_attempts,
      err: error,
    };
    if (job.attempts < job.max_attempts) logger.warn(fields, 'job failed and will be tried again');
    else logger.error(fields, 'job failed for good');
  });
}

const LAST_WORDS_MS = 5_000;
/** How long a finished job waits for the database before the worker lets go of it. */
const PATIENCE_WITH_DATABASE_MS = 300_000;
const RELEASE_PAUSE_MS = 1_000;

export interface WorkerSettings extends WatchSettings {
  readonly tasks: TaskList;
  readonly schedules: readonly ParsedCronItem[];
}

export function runnerOptions(settings: WorkerSettings, pgPool: Pool, events: WorkerEvents): RunnerOptions {
  logOutcomes(events, settings.logger);
  return {
    pgPool,
    events,
    taskList: settings.tasks,
    concurrency: settings.concurrency,
    logger: graphileLogger(settings.logger, pgPool),
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: PATIENCE_WITH_DATABASE_MS,
    // Unbatched, 0.17 records the end of a job without awaiting it: a failure of that would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  };
}

/**
 * One life of graphile-worker 0.17, which ends with the first lost connection. It would continue by itself, but not
 * reliably: the answer that gave it a job or took one back may be what was lost, and then that job stays locked, or the
 * whole worker stands still.
 */
export class WorkerRun {
  readonly troubled: Promise<void>;
  private readonly abandonedCheck: NodeJS.Timeout;

  private constructor(
    private readonly runner: Runner,
    private readonly watch: WorkerWatch,
    private readonly pool: Pool,
    private readonly settings: WorkerSettings,
  ) {
    this.troubled = watch.troubled;
    this.abandonedCheck = setInterval(() => void watch.releaseAbandoned(), settings.abandonedAfterMs / 2).unref();
  }

  static async begin(settings: WorkerSettings): Promise<WorkerRun> {
    const pool = createWorkerPool(settings);
    const events: WorkerEvents = new EventEmitter();
    const watch = new WorkerWatch(events, pool, settings);
    try {
      const runner = await run(runnerOptions(settings, pool, events), settings.tasks, [...settings.schedules]);
      return new WorkerRun(runner, watch, pool, settings);
    } catch (error) {
      void pool.end();
      void watch.declareGone();
      throw error;
    }
  }

  /** Lets the running jobs finish beside its successor, then frees those that it could not record as done: they run again. */
  async retire(signal: AbortSignal): Promise<void> {
    const stopped = this.endRunner();
    await this.watch.drained;
    await settlesWithin(stopped, LAST_WORDS_MS);
    while (!signal.aborted && !(await this.watch.releaseOwn())) await sleep(RELEASE_PAUSE_MS, undefined, { ref: false });
    void this.pool.end();
    await this.watch.declareGone();
  }

  /** Running jobs may finish within the deadline; the others are handed back and tried again. */
  async stop(patienceMs: number): Promise<void> {
    const ended = this.endRunner();
    // When no job runs, only a connection without an answer holds the worker up, and nothing is lost with it.
    const isOver = await settlesWithin(Promise.race([ended, this.watch.rests()]), patienceMs);
    if (!isOver) {
      this.settings.logger.warn({}, 'jobs still run after the deadline and are handed back');
      await settlesWithin(this.watch.handBackJobs(), LAST_WORDS_MS);
    } else await settlesWithin(ended, LAST_WORDS_MS);
    void this.pool.end();
    await this.watch.declareGone();
  }

  private async endRunner(): Promise<void> {
    clearInterval(this.abandonedCheck);
    // It refuses when it is stopping by itself already.
    await this.runner.stop().catch(() => this.runner.promise);
  }
}

/** Whether the work ends in that time, well or badly. */
export async function settlesWithin(work: Promise<unknown>, withinMs: number): Promise<boolean> {
  const settled = work.then(
    () => true,
    () => true,
  );
  return Promise.race([settled, sleep(withinMs, false, { ref: false })]);
}
