import { createHash } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { Logger } from '../../../platform/logging/logger.js';
import { type Asker, type JudgedQuery, Querying, type Sending, type StatementLimits, type Turn } from '../../application/ports/querying.js';
import type { ServerTarget, Target } from '../../../engines/catalog-reader/target.js';
import { Unavailable } from '../../../shared/domain-error.js';
import { SourceFailed } from '../../../data-sources/application/reach-data.js';
import { WatchDataSources } from '../../../data-sources/application/watch-data-sources.js';
import { EngineUnavailable } from '../../../engines/catalog-reader/source-fault.js';
import type { Engine } from '../../../engines/catalog-reader/engine.js';
import type { StatementOutcome } from '../../domain/statement-outcome.js';
import type { FileTask, QueryEnd } from './query-protocol.js';
import { QueryPlaces } from './query-places.js';
import { type Opener, type Statement, type Steering, QueryThreads } from './query-threads.js';
import { StatementProcesses } from './statement-processes.js';

const PATIENCE_MS = 30_000;
/** The source's own time limit comes first, because it ends the statement more cleanly. */
const LEEWAY_MS = 250;

/** Statements at servers run in their own threads, those at files in processes, so that discoveries and statements never wait for each other. */
@Injectable()
export class ThreadedQuerying extends Querying implements OnApplicationShutdown {
  private readonly places: QueryPlaces;
  private readonly mostProductCost: number;
  private readonly threads: QueryThreads;
  private readonly processes: StatementProcesses;
  private watching: Promise<void> | undefined;

  constructor(
    config: Config,
    private readonly logger: Logger,
    private readonly watchDataSources: WatchDataSources,
  ) {
    super();
    const { queriesAtOnce, queryMemoryMb, readerMemoryMb, mostProductCost } = config.dataSources;
    this.mostProductCost = mostProductCost;
    this.places = new QueryPlaces(queriesAtOnce);
    this.processes = new StatementProcesses(queryMemoryMb, logger);
    this.threads = new QueryThreads({ most: queriesAtOnce.all, source: queriesAtOnce.source, memoryMb: readerMemoryMb }, logger);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.threads.end(), this.processes.end()]);
  }

  async closeAt(target: Target): Promise<void> {
    if ('server' in target) await this.threads.closeAt(target.server);
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
    if ('server' in target) this.watch();
    const mostCost = isProduct ? this.mostProductCost : null;
    return this.bounded(target, { ...query, maxRows, timeoutMs, mostCost }, asker, sending);
  }

  /** A connection whose source was changed is never used again: another key or version is asked for. This only closes it sooner. */
  private watch(): void {
    this.watching ??= this.watchDataSources
      .execute((id) => void this.threads.release(id))
      .catch((err: unknown) => this.logger.warn({ err }, 'changes of data sources cannot be heard'));
  }

  private async bounded(target: Target, task: Statement, asker: Asker, { admit, signal }: Sending): Promise<StatementOutcome> {
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
      const steering = { isAdmitted, stop: stopping.signal };
      const end =
        'file' in target
          ? await this.inProcess({ target, ...task }, `organization ${asker.organizationId}`, steering)
          : await this.threads.run(target, task, openerOf(target, asker), steering);
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

/** All that a connection is opened with, and for whom; but not the addresses, which are judged anew for each statement. */
function openerOf({ engine, server }: ServerTarget, { organizationId, dataSourceId }: Asker): Opener {
  const { addresses: _, ...given } = server;
  // Not the text, which holds the password.
  const key = createHash('sha256')
    .update(JSON.stringify([organizationId, dataSourceId, engine, given]))
    .digest('base64');
  return { dataSourceId, key };
}
