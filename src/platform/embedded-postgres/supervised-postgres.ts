import { setTimeout as sleep } from 'node:timers/promises';
import { DATABASE, ensureRunning, urlOf } from './ensure-running.js';
import { reasonOf } from './errors.js';
import { type LiveFlags, withLock } from './live-flags.js';
import { type Cluster, findPostmaster, type Postmaster, signalPostmaster, stopPostmaster } from './postmaster.js';
import { isRunning } from './processes.js';

export type Log = (message: string, fields?: Record<string, unknown>) => void;

const RESTARTS_PER_MINUTE = 5;
const RESTART_PATIENCE_MS = 10_000;
const WATCH_INTERVAL_MS = 500;
/** Between two starts that fail. */
const LONGEST_PAUSE_MS = 5_000;

/**
 * One user of a running server. Several processes may share it, each with a flag in `users`; the last one to leave
 * stops it, even when another process, dead by now, had started it.
 */
export class SupervisedPostgres {
  readonly url: string;
  readonly adopted: boolean;
  private readonly flag: string;
  private readonly restarts: number[] = [];
  private unwatch: () => void = () => undefined;
  private stopping: Promise<void> | undefined;

  constructor(
    private readonly cluster: Cluster,
    private postmaster: Postmaster,
    private readonly users: LiveFlags,
    private readonly lockDirectory: string,
    private readonly log: Log,
  ) {
    this.url = urlOf(postmaster.port, cluster.password, DATABASE);
    this.adopted = postmaster.child === undefined;
    this.flag = users.raise(String(postmaster.port));
    process.once('exit', this.leaveAbruptly);
    this.watch();
  }

  stop(): Promise<void> {
    this.stopping ??= this.leave();
    return this.stopping;
  }

  private async leave(): Promise<void> {
    await withLock(this.lockDirectory, async () => {
      this.unwatch();
      this.users.lower(this.flag);
      process.off('exit', this.leaveAbruptly);
      if (this.users.raised().length > 0) {
        this.log('embedded PostgreSQL keeps running for another process', { pid: this.postmaster.pid });
        return;
      }
      // Another user may have restarted it since; and when the directory is gone, what we know is all there is.
      const current = await findPostmaster(this.cluster).catch(() => undefined);
      await stopPostmaster(this.cluster, current ?? this.postmaster);
      this.log('embedded PostgreSQL stopped', { pid: this.postmaster.pid });
    });
  }

  /**
   * `process.exit` without `stop`: nothing asynchronous, so no lock. If another process adopted the server at just this
   * moment, it will notice the end and restart it.
   */
  private readonly leaveAbruptly = (): void => {
    this.users.lower(this.flag);
    if (this.users.raised().length === 0) signalPostmaster(this.postmaster, 'SIGINT');
  };

  private watch(): void {
    const { child, identity, pid } = this.postmaster;
    const ended = (fields: object): void => {
      this.unwatch();
      this.log('embedded PostgreSQL ended unexpectedly', { pid, ...fields });
      void this.recover();
    };
    if (child !== undefined) {
      const onExit = (code: number | null, signal: string | null): void => ended({ code, signal });
      child.once('exit', onExit);
      this.unwatch = () => child.off('exit', onExit);
      if (child.exitCode !== null || child.signalCode !== null) onExit(child.exitCode, child.signalCode);
      return;
    }
    const timer = setInterval(() => {
      if (!isRunning(identity)) ended({});
    }, WATCH_INTERVAL_MS);
    timer.unref();
    this.unwatch = () => clearInterval(timer);
  }

  /**
   * On the same port, since the URL is in use; the other users come here too, and the first through the lock restarts.
   * A reason why it does not start passes, for example when its disk has room again; a reason why it ends right after a
   * start does not.
   */
  private async recover(): Promise<void> {
    const { port } = this.postmaster;
    for (let pauseMs = 1_000; this.stopping === undefined; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      if (this.endsTooOften()) {
        this.log('embedded PostgreSQL ends again and again, given up', { log: this.cluster.home.serverLog });
        // From here on, the next start need not keep the port for this user.
        this.users.lower(this.flag);
        return;
      }
      try {
        await withLock(this.lockDirectory, async () => {
          if (this.stopping !== undefined) return;
          this.postmaster = await ensureRunning(this.cluster, () => Promise.resolve(port), RESTART_PATIENCE_MS);
          this.restarts.push(Date.now());
          this.log('embedded PostgreSQL runs again', { pid: this.postmaster.pid, port: this.postmaster.port });
          this.watch();
        });
        return;
      } catch (error) {
        this.log('embedded PostgreSQL could not be restarted', { reason: reasonOf(error) });
        await sleep(pauseMs, undefined, { ref: false });
      }
    }
  }

  private endsTooOften(): boolean {
    const now = Date.now();
    while ((this.restarts[0] ?? now) < now - 60_000) this.restarts.shift();
    return this.restarts.length >= RESTARTS_PER_MINUTE;
  }
}
