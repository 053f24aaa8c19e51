import { MessageChannel } from 'node:worker_threads';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Piscina } from 'piscina';
import { Config } from '../../../platform/config/config.js';
import { Logger } from '../../../platform/logging/logger.js';
import { threadsOf } from '../../../platform/threads/threads.js';
import { type Asker, type JudgedQuery, Querying, type Sending, type StatementLimits, type Turn } from '../../application/ports/querying.js';
import type { Target } from '../../../engines/catalog-reader/target.js';
import { Unavailable } from '../../../shared/domain-error.js';
import { SourceFailed } from '../../../data-sources/application/reach-data.js';
import { EngineUnavailable } from '../../../engines/catalog-reader/source-fault.js';
import type { Engine } from '../../../engines/catalog-reader/engine.js';
import type { StatementOutcome } from '../../domain/statement-outcome.js';
import type { Reply } from '../../../engines/catalog-reader/reading-protocol.js';
import type { FileTask, QueryEnd, QueryTask } from './query-protocol.js';
import { QueryPlaces } from './query-places.js';
import { StatementProcesses } from './statement-processes.js';

const PATIENCE_MS = 30_000;
/** How long a thread that was told to stop may take to cancel its statement and hang up. */
const GRACE_MS = 5_000;
/** The source's own time limit comes first, because it ends the statement more cleanly. */
const LEEWAY_MS = 250;

interface Steering {
  /** Whether the statement may still go out. */
  readonly isAdmitted: () => Promise<boolean>;
  readonly stop: AbortSignal;
}

/** Statements at servers run in their own threads, those at files in processes, so that discoveries and statements never wait for each other. */
@Injectable()
export class ThreadedQuerying extends Querying implements OnApplicationShutdown {
  private readonly places: QueryPlaces;
  private readonly mostProductCost: number;
  private readonly threads: Piscina<QueryTask, QueryEnd>;
  private readonly processes: StatementProcesses;

  constructor(
    config: Config,
    private readonly logger: Logger,
  ) {
    super();
    const { queriesAtOnce, queryMemoryMb, readerMemoryMb, mostProductCost } = config.dataSources;
    this.mostProductCost = mostProductCost;
    const limits = { most: queriesAtOnce.all, memoryMb: readerMemoryMb };
    this.places = new QueryPlaces(queriesAtOnce);
    this.processes = new StatementProcesses(queryMemoryMb, logger);
    this.threads = threadsOf('statements/adapters/querying/query-thread', limits, logger);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.threads.destroy(), this.processes.end()]);
  }

  isFree(asker: Asker): boolean {
    return this.places.isFree(asker);
  }

  async inTurn<T>(asker: Asker, _: Engine, signal: AbortSignal, work: (turn: Turn) => Promise<T>): Promise<T> {
    const waiting = new AbortController();
    const giveUp = (): void => waiting.abort();
    const patience = setTimeout(giveUp, PATIENCE_MS);
    signal.addEventListener('abort', giveUp, { once: true });
    const began = performance.now();
    let hasBegun = false;
    const begin = (hasWaited: boolean): Promise<T> => {
      hasBegun = true;
      clearTimeout(patience);
      return work({ asker, waitedMs: hasWaited ? Math.max(1, performance.now() - began) : 0 });
    };
    try {
      if (signal.aborted) giveUp();
      return await this.places.run(asker, begin, waiting.signal);
    } catch (error) {
      if (!hasBegun && signal.aborted) throw new DOMException('Nobody waits for the statement any more.', 'AbortError');
      throw error;
    } finally {
      clearTimeout(patience);
      signal.removeEventListener('abort', giveUp);
    }
  }

  run(
    target: Target,
    query: JudgedQuery,
    { asker }: Turn,
    { maxRows, timeoutMs, isProduct }: StatementLimits,
    sending: Sending,
  ): Promise<StatementOutcome> {
    const mostCost = isProduct ? this.mostProductCost : null;
    const party = `organization ${asker.organizationId}`;
    return this.bounded({ target, ...query, maxRows, timeoutMs, mostCost }, party, sending);
  }

  private async bounded(task: Omit<QueryTask, 'port'>, party: string, { admit, signal }: Sending): Promise<StatementOutcome> {
    const stopping = new AbortController();
    let stoppedBy: 'deadline' | 'caller' | undefined;
    const stop = (by: 'deadline' | 'caller'): void => {
      stoppedBy ??= by;
      stopping.abort();
    };
    const cancel = (): void => stop('caller');
    let refusal: { readonly error: unknown } | undefined;
    const isAdmitted = async (): Promise<boolean> => {
      try {
        await admit();
      } catch (error) {
        refusal = { error };
        stopping.abort();
      }
      return refusal === undefined;
    };
    const deadline = setTimeout(() => stop('deadline'), task.timeoutMs + LEEWAY_MS);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      if (signal.aborted) return { kind: 'cancelled' };
      const { target, ...statement } = task;
      const end =
        'file' in target
          ? await this.inProcess({ target, ...statement }, party, { isAdmitted, stop: stopping.signal })
          : await this.inThread(task, { isAdmitted, stop: stopping.signal });
      if (refusal !== undefined) throw refusal.error;
      return this.outcomeOf(end, stoppedBy);
    } finally {
      clearTimeout(deadline);
      signal.removeEventListener('abort', cancel);
    }
  }

  /** A file is here, so opening it takes no time of its own. */
  private async inProcess(task: FileTask, party: string, { isAdmitted, stop }: Steering): Promise<QueryEnd> {
    return (await isAdmitted()) ? this.processes.run(task, party, stop) : { kind: 'fault', fault: 'STOPPED' };
  }

  private async inThread(task: Omit<QueryTask, 'port'>, { isAdmitted, stop }: Steering): Promise<QueryEnd> {
    const { port1: own, port2: port } = new MessageChannel();
    const go = async (): Promise<void> => {
      if (await isAdmitted()) own.postMessage({ kind: 'go' } satisfies Reply);
    };
    // The thread says one thing: that it is ready for what comes next.
    own.on('message', () => void go());
    const kill = new AbortController();
    let mercy: NodeJS.Timeout | undefined;
    stop.addEventListener('abort', () => {
      own.postMessage({ kind: 'stop' } satisfies Reply);
      mercy = setTimeout(() => kill.abort(), GRACE_MS);
    });
    try {
      return await this.threads.run({ ...task, port }, { transferList: [port], signal: kill.signal });
    } catch (error) {
      return this.died(error, stop.aborted);
    } finally {
      clearTimeout(mercy);
      own.close();
    }
  }

  /** The thread itself ended: its memory limit, a crash of a driver, or our own patience. */
  private died(err: unknown, wasStopped: boolean): QueryEnd {
    if (wasStopped) return { kind: 'fault', fault: 'STOPPED' };
    if ((err as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY') return { kind: 'out_of_memory' };
    this.logger.error({ err }, 'a query thread ended early');
    return { kind: 'fault', fault: 'LOST' };
  }

  private outcomeOf(end: QueryEnd, stoppedBy: 'deadline' | 'caller' | undefined): StatementOutcome {
    if (end.kind === 'rows') return end;
    if (stoppedBy !== undefined) return { kind: stoppedBy === 'deadline' ? 'timed_out' : 'cancelled' };
    if (end.kind === 'out_of_memory') return end;
    if (end.kind === 'refused') return { ...end, kind: 'failed' };
    if (end.kind === 'unknown') {
      this.logger.error({ stack: end.stack }, 'a statement could not be run');
      throw new SourceFailed('LOST');
    }
    switch (end.fault) {
      case 'TIMEOUT':
        return { kind: 'timed_out' };
      case 'ENGINE_UNAVAILABLE':
        throw new EngineUnavailable();
      case 'KILLED':
        throw new Unavailable();
      case 'STOPPED':
        throw new SourceFailed('LOST');
      default:
        throw new SourceFailed(end.fault);
    }
  }
}
