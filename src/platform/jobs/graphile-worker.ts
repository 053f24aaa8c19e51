import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type JobHelpers, parseCronItem, type ParsedCronItem, runOnce, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { Logger } from 'pino';
import { type JobHandler, type JobPayload, JobRegistry } from '../../shared/ports/jobs.js';
import { USUAL_DEADLINES } from '../config/database.js';
import { traced } from '../tracing/tracing.js';
import type { WatchedPool } from '../database/watched-pool.js';
import { untilDatabaseAnswers } from './until-database-answers.js';
import { createWorkerPool } from './worker-pool.js';
import { runnerOptions, settlesWithin, WorkerRun, type WorkerSettings } from './worker-run.js';

const DAY_MS = 86_400_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;
const PATIENCE_MS = 15_000;

type WorkerOptions = Partial<Pick<WorkerSettings, keyof typeof USUAL_OPTIONS>> & { readonly watch?: JobWatch };

export type JobEnd = 'done' | 'failed' | 'failed_for_good';

/** Listeners that count and measure jobs. */
export interface JobWatch {
  /** @returns a function that is called once when the job ends */
  started(name: string): (outcome: JobEnd) => void;
}

const USUAL_OPTIONS = { concurrency: 4, deadlines: USUAL_DEADLINES, abandonedAfterMs: 10_000 };

/** Collects the handlers while modules initialise, then works on the queue until it is stopped. */
export class GraphileWorker extends JobRegistry {
  private readonly tasks: TaskList = {};
  private readonly schedules: ParsedCronItem[] = [];
  private readonly settings: WorkerSettings;
  private readonly stopping = new AbortController();
  private launching: Promise<void> | undefined;
  private current: WorkerRun | undefined;
  private readonly retiring = new Set<Promise<void>>();
  private readonly watch: JobWatch | undefined;
  /** For `runDue`, from call to call: a new connection costs the database more than most jobs. */
  private duePool: WatchedPool | undefined;

  constructor(connectionString: string, logger: Logger, { watch, ...options }: WorkerOptions = {}) {
    super();
    this.watch = watch;
    const { tasks, schedules } = this;
    this.settings = { ...USUAL_OPTIONS, ...options, connectionString, logger, tasks, schedules };
  }

  handle(name: string, handler: JobHandler): void {
    if (this.launching !== undefined) throw new Error(`The handler of ${name} came after the worker had started.`);
    if (Object.hasOwn(this.tasks, name)) throw new Error(`The job ${name} has a handler already.`);
    this.tasks[name] = async (payload: unknown, helpers: JobHelpers) => {
      const ended = this.watch?.started(name);
      const { attempts, max_attempts: most } = helpers.job;
      let outcome: JobEnd = attempts < most ? 'failed' : 'failed_for_good';
      try {
        await traced(`job ${name}`, 'CONSUMER', {}, () => handler(payload as JobPayload), null);
        outcome = 'done';
      } finally {
        ended?.(outcome);
        await untilDatabaseAnswers(helpers);
      }
    };
  }

  schedule(name: string, cron: string, handler: JobHandler): void {
    const options = {
      // Ticks missed while no instance ran are caught up at the next start, and the key merges them into one job.
      backfillPeriod: DAY_MS,
      jobKey: `schedule:${name}`,
      jobKeyMode: 'preserve_run_at' as const,
    };
    this.schedules.push(parseCronItem({ task: name, match: cron, options }));
    this.handle(name, () => handler({}));
  }

  /** Returns once the worker runs; when it cannot, or loses the database, it is started again and again. */
  async start(): Promise<void> {
    this.launching = this.launch();
    await this.launching;
    void this.supervise();
  }

  /** Takes no further jobs and waits for the running ones; those that outlast the deadline will run again. */
  async stop(patienceMs = PATIENCE_MS): Promise<void> {
    if (this.stopping.signal.aborted) return;
    this.stopping.abort();
    await this.launching;
    await Promise.all([this.current?.stop(patienceMs), settlesWithin(Promise.all(this.retiring), patienceMs), this.duePool?.end()]);
  }

  /**
   * Runs what is due, and what that enqueues, once in this call: for tests and commands that need no running worker.
   */
  async runDue(): Promise<{ readonly done: number; readonly failed: number }> {
    const settings = { ...this.settings, concurrency: 1 };
    const events: WorkerEvents = new EventEmitter();
    const count = { done: 0, failed: 0 };
    let lost: Error | undefined;
    events.on('job:success', () => (count.done += 1));
    events.on('job:error', () => (count.failed += 1));
    events.on('worker:getJob:error', ({ error }) => (lost = error as Error));
    this.duePool ??= createWorkerPool(settings);
    await runOnce(runnerOptions(settings, this.duePool, events));
    if (lost !== undefined) throw lost;
    return count;
  }

  private async supervise(): Promise<void> {
    const { signal } = this.stopping;
    let pause = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      await this.current?.troubled;
      if (signal.aborted) return;
      this.retireCurrent();
      await sleep(pause, undefined, { ref: false, signal }).catch(() => undefined);
      if (signal.aborted) return;
      this.launching = this.launch();
      await this.launching;
      pause = this.current === undefined ? Math.min(pause * 2, LONGEST_PAUSE_MS) : FIRST_PAUSE_MS;
    }
  }

  private retireCurrent(): void {
    if (this.current === undefined) return;
    const retired = this.current.retire(this.stopping.signal).finally(() => this.retiring.delete(retired));
    this.retiring.add(retired);
    this.current = undefined;
  }

  private async launch(): Promise<void> {
    try {
      this.current = await WorkerRun.begin(this.settings);
    } catch (err) {
      this.settings.logger.error({ err }, 'the job worker cannot start yet');
    }
  }
}
