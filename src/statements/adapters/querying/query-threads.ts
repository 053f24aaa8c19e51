import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import type { Logger } from '../../../platform/logging/logger.js';
import { threadOf } from '../../../platform/threads/threads.js';
import type { Reply } from '../../../engines/catalog-reader/reading-protocol.js';
import type { ServerTarget } from '../../../engines/catalog-reader/target.js';
import type { Order, QueryEnd, QueryTask, Report } from './query-protocol.js';

const PROGRAM = 'statements/adapters/querying/query-thread';
/** How long a thread that was told to stop may take to cancel its statement and hang up. */
const GRACE_MS = 5_000;
/** An administrator may close an account or change its password at the source: then its connections end at the latest. */
const OLDEST_MS = 60_000;
const IDLE_MS = 30_000;

export type Statement = Omit<QueryTask, 'target' | 'port' | 'keeping'>;

/** For what a connection is opened. */
export interface Opener {
  readonly dataSourceId: number;
  /** Another key: another connection. */
  readonly key: string;
}

export interface Steering {
  /** Whether the statement may still go out. */
  readonly isAdmitted: () => Promise<boolean>;
  readonly stop: AbortSignal;
}

interface QueryThread {
  readonly worker: Worker;
  readonly ended: Promise<void>;
  /** Of the connection that it keeps, or may keep after what it is at. */
  keeps: (Opener & { readonly server: ServerTarget['server']; readonly openedAt: number }) | undefined;
  isBusy: boolean;
  /** The source was changed while the thread was at work. */
  isOutdated: boolean;
  idle: NodeJS.Timeout | undefined;
  answered: ((answer: { readonly report: Report } | { readonly failure: unknown }) => void) | undefined;
}

interface Limits {
  /** Threads that rest, and so connections. Statements that are to run are as many by their places. */
  readonly most: number;
  /** Connections of one data source that rest. */
  readonly source: number;
  /** MiB of one. */
  readonly memoryMb: number;
  readonly idleMs?: number;
  readonly oldestMs?: number;
}

/**
 * Threads that run statements at servers, one at a time. Each may keep the connection of its last statement for the next one of the same
 * data source: to open one takes many times as long as a small statement.
 */
export class QueryThreads {
  private readonly all = new Set<QueryThread>();
  private isEnding = false;

  constructor(
    private readonly limits: Limits,
    private readonly logger: Logger,
  ) {}

  async run(target: ServerTarget, statement: Statement, opener: Opener, steering: Steering): Promise<QueryEnd> {
    const end = await this.attempt(target, statement, opener, steering);
    if (end.kind !== 'fault' || end.isFull !== true || steering.stop.aborted) return end;
    // What rests here may take the place of what is to run. Nothing was sent, because there was no connection.
    const hasClosed = await this.closeAt(target.server);
    return hasClosed ? this.attempt(target, statement, opener, steering) : end;
  }

  /** Closes connections of a source, those at work when they are done. */
  async release(dataSourceId: number): Promise<void> {
    await this.close(({ keeps }) => keeps?.dataSourceId === dataSourceId);
  }

  /** Closes what rests at a server, for any source, so that another connection finds a place there. @returns whether there was any */
  async closeAt({ addresses, port }: Pick<ServerTarget['server'], 'addresses' | 'port'>): Promise<boolean> {
    const isThere = ({ keeps }: QueryThread): boolean =>
      keeps?.server.port === port && keeps.server.addresses.some((address) => addresses.includes(address));
    return this.close((thread) => !thread.isBusy && isThere(thread));
  }

  async end(): Promise<void> {
    this.isEnding = true;
    await Promise.all([...this.all].map((thread) => (thread.isBusy ? thread.worker.terminate() : this.retire(thread))));
  }

  private async attempt(target: ServerTarget, statement: Statement, opener: Opener, { isAdmitted, stop }: Steering): Promise<QueryEnd> {
    const thread = this.take(opener);
    const { port1: own, port2: port } = new MessageChannel();
    const go = async (): Promise<void> => {
      if (await isAdmitted()) own.postMessage({ kind: 'go' } satisfies Reply);
    };
    // The thread says one thing: that it is ready for what comes next.
    own.on('message', () => void go());
    let mercy: NodeJS.Timeout | undefined;
    const end = (): void => {
      own.postMessage({ kind: 'stop' } satisfies Reply);
      mercy = setTimeout(() => void thread.worker.terminate(), GRACE_MS);
    };
    stop.addEventListener('abort', end, { once: true });
    if (stop.aborted) end();
    const isWanted = this.isWanted(thread, opener);
    const openedAt = thread.keeps?.key === opener.key ? thread.keeps.openedAt : performance.now();
    thread.keeps = { ...opener, server: target.server, openedAt };
    const { oldestMs = OLDEST_MS } = this.limits;
    const keeping = { key: opener.key, isWanted, oldestMs };
    try {
      const { end, isKept } = await this.order(thread, { kind: 'run', task: { target, ...statement, port, keeping } }, [port]);
      this.rest(thread, isKept);
      return end ?? LOST;
    } catch (error) {
      return this.died(error, stop.aborted);
    } finally {
      clearTimeout(mercy);
      stop.removeEventListener('abort', end);
      own.close();
    }
  }

  /** One with such a connection, or else one that would lose none by it. */
  private take({ dataSourceId, key }: Opener): QueryThread {
    const idle = [...this.all].filter(({ isBusy }) => !isBusy);
    const warm = idle.find(({ keeps }) => keeps?.key === key);
    // The source has other settings since.
    const isOutdated = ({ keeps }: QueryThread): boolean => keeps?.dataSourceId === dataSourceId && keeps.key !== key;
    const other = idle.find(isOutdated) ?? idle.find(({ keeps }) => keeps === undefined);
    const taken = warm ?? other ?? (this.all.size < this.limits.most ? undefined : idle[0]) ?? this.start();
    clearTimeout(taken.idle);
    taken.isBusy = true;
    if (taken !== warm) taken.keeps = undefined;
    void this.close(isOutdated);
    // The last in the order of the set is the one that was used last.
    this.all.delete(taken);
    this.all.add(taken);
    return taken;
  }

  private start(): QueryThread {
    const worker = threadOf(PROGRAM, this.limits.memoryMb);
    const answer: QueryThread['answered'] = (given) => {
      const { answered } = thread;
      thread.answered = undefined;
      if (answered !== undefined) answered(given);
      else if ('failure' in given) this.logger.error({ err: given.failure }, 'a query thread failed');
    };
    const ended = new Promise<void>((resolve) => {
      worker.once('exit', () => {
        clearTimeout(thread.idle);
        this.all.delete(thread);
        if (thread.answered !== undefined) answer({ failure: new Error('The thread ended.') });
        resolve();
      });
    });
    const thread: QueryThread = {
      worker,
      ended,
      keeps: undefined,
      isBusy: true,
      isOutdated: false,
      idle: undefined,
      answered: undefined,
    };
    worker.on('message', (report: Report) => answer({ report }));
    worker.on('error', (failure: unknown) => answer({ failure }));
    this.all.add(thread);
    return thread;
  }

  private async order(thread: QueryThread, order: Order, transferred: readonly MessagePort[] = []): Promise<Report> {
    const answer = await new Promise<Parameters<NonNullable<QueryThread['answered']>>[0]>((resolve) => {
      thread.answered = resolve;
      thread.worker.postMessage(order, transferred);
    });
    if ('failure' in answer) throw answer.failure;
    return answer.report;
  }

  private isWanted(thread: QueryThread, { dataSourceId }: Opener): boolean {
    const others = [...this.all].filter((one) => one !== thread && one.keeps?.dataSourceId === dataSourceId);
    return others.length < this.limits.source;
  }

  private rest(thread: QueryThread, isKept: boolean): void {
    thread.isBusy = false;
    if (!isKept) thread.keeps = undefined;
    const { isOutdated } = thread;
    thread.isOutdated = false;
    const { most, idleMs = IDLE_MS, oldestMs = OLDEST_MS } = this.limits;
    if (this.isEnding || this.all.size > most) return void this.retire(thread);
    if (isOutdated && isKept) return void this.close((one) => one === thread);
    const left = thread.keeps === undefined ? idleMs : thread.keeps.openedAt + oldestMs - performance.now();
    thread.idle = setTimeout(() => void this.retire(thread), Math.min(idleMs, left)).unref();
  }

  private async close(isMeant: (thread: QueryThread) => boolean): Promise<boolean> {
    const meant = [...this.all].filter(isMeant);
    const resting = meant.filter(({ isBusy }) => !isBusy);
    for (const thread of meant) thread.isOutdated = thread.isBusy;
    const closing = resting.map(async (thread) => {
      thread.isBusy = true;
      clearTimeout(thread.idle);
      try {
        const { isKept } = await this.order(thread, { kind: 'close' });
        this.rest(thread, isKept);
      } catch (error) {
        this.died(error, false);
      }
    });
    await Promise.all(closing);
    return resting.length > 0;
  }

  /** In an orderly way, so that the server does not report a client that is lost. */
  private async retire(thread: QueryThread): Promise<void> {
    thread.isBusy = true;
    thread.worker.postMessage({ kind: 'end' } satisfies Order);
    const mercy = setTimeout(() => void thread.worker.terminate(), GRACE_MS);
    await thread.ended;
    clearTimeout(mercy);
  }

  /** The thread itself ended: its memory limit, a crash of a driver, or our own patience. */
  private died(err: unknown, wasStopped: boolean): QueryEnd {
    if (wasStopped) return { kind: 'fault', fault: 'STOPPED' };
    if ((err as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY') return { kind: 'out_of_memory' };
    this.logger.error({ err }, 'a query thread ended early');
    return LOST;
  }
}

const LOST: QueryEnd = { kind: 'fault', fault: 'LOST' };
