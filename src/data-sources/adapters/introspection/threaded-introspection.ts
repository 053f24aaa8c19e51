import { createHash } from 'node:crypto';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Piscina } from 'piscina';
import { Config } from '../../../platform/config/config.js';
import { Logger } from '../../../platform/logging/logger.js';
import { threadsOf } from '../../../platform/threads/threads.js';
import { Unavailable } from '../../../shared/domain-error.js';
import { FairQueue } from '../../../shared/fair-queue.js';
import { Introspection } from '../../application/ports/introspection.js';
import type { Probe, ReadingLimits, SchemaIntake } from '../../../engines/catalog-reader/reading.js';
import type { Target } from '../../../engines/catalog-reader/target.js';
import { DiscoveryInterrupted, DiscoveryTimeout, SchemaNotFound, SourceFailed, errorOfAborted } from '../../domain/data-source.errors.js';
import { EngineUnavailable } from '../../../engines/catalog-reader/source-fault.js';
import type { Finding, ReadingEnd, ReadingTask, Reply } from '../../../engines/catalog-reader/reading-protocol.js';

const THREADS = 4;
/** The share of one organization, so that its hanging sources cannot keep the others from reading theirs. */
const THREADS_OF_ONE = 2;
/** How long a probe waits for a thread before its caller is told to come back. */
const LONGEST_WAIT_MS = 30_000;
/** How long a thread that was told to stop may take to cancel its statement and hang up. */
const GRACE_MS = 5_000;

/** Reads sources in threads: catalogs are parsed there, bounded in memory, and a thread that hangs is ended. */
@Injectable()
export class ThreadedIntrospection extends Introspection implements OnApplicationShutdown {
  private readonly queue = new FairQueue(THREADS, 100, 1_000, THREADS_OF_ONE);
  private readonly threads: Piscina<ReadingTask, ReadingEnd>;
  /** Under way or waiting for a thread. */
  private readonly probes = new Map<string, Promise<Probe>>();

  constructor(
    config: Config,
    private readonly logger: Logger,
  ) {
    super();
    const limits = { most: THREADS, memoryMb: config.dataSources.readerMemoryMb };
    this.threads = threadsOf('engines/catalog-reader/reading-thread', limits, logger);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads.destroy();
  }

  probe(target: Target, party: string, timeoutMs: number): Promise<Probe> {
    // Hashed, because it contains the password.
    const key = createHash('sha256')
      .update(JSON.stringify([party, target]))
      .digest('base64');
    const shared = this.probes.get(key);
    if (shared !== undefined) return shared;
    const own = this.probeAlone(target, party, timeoutMs).finally(() => this.probes.delete(key));
    this.probes.set(key, own);
    return own;
  }

  private async probeAlone(target: Target, party: string, timeoutMs: number): Promise<Probe> {
    const waiting = AbortSignal.timeout(LONGEST_WAIT_MS);
    const work = (): Promise<Extract<ReadingEnd, { ok: true }>> =>
      this.inThread({ kind: 'probe', target, timeoutMs }, AbortSignal.timeout(timeoutMs), undefined);
    const { serverVersion, latencyMs, mayWrite } = await this.queue.run(party, work, waiting).catch((error: unknown) => {
      throw error === waiting.reason ? new Unavailable() : error;
    });
    return { serverVersion, latencyMs, mayWrite };
  }

  async read(target: Target, schemaName: string | null, party: string, intake: SchemaIntake, limits: ReadingLimits): Promise<void> {
    await this.perform({ kind: 'read', target, timeoutMs: limits.timeoutMs, schemaName }, party, limits, intake);
  }

  private async perform(
    task: DistributiveOmit<ReadingTask, 'port'>,
    party: string,
    limits: ReadingLimits,
    intake?: SchemaIntake,
  ): Promise<Extract<ReadingEnd, { ok: true }>> {
    const { signal } = limits;
    try {
      return await this.queue.run(party, () => this.inThread(task, signal, intake), signal);
    } catch (error) {
      // The reading was given up while it waited for a thread.
      throw signal.aborted && error === signal.reason ? errorOfAborted(signal) : error;
    }
  }

  private async inThread(
    task: DistributiveOmit<ReadingTask, 'port'>,
    signal: AbortSignal,
    intake: SchemaIntake | undefined,
  ): Promise<Extract<ReadingEnd, { ok: true }>> {
    const { port1: own, port2: port } = new MessageChannel();
    const kill = new AbortController();
    let mercy: NodeJS.Timeout | undefined;
    const stop = (): void => {
      own.postMessage({ kind: 'stop' } satisfies Reply);
      mercy ??= setTimeout(() => kill.abort(), GRACE_MS);
    };
    const intakeFailed = new Promise<never>((_, reject) => answerFindings(own, intake, reject));
    intakeFailed.catch(stop);
    signal.addEventListener('abort', stop, { once: true });
    const work = this.threads.run({ ...task, port }, { transferList: [port], signal: kill.signal });
    try {
      return await Promise.race([this.judged(work, signal), intakeFailed]);
    } finally {
      // The answer waits until the thread has let go of the source.
      await work.catch(() => undefined);
      clearTimeout(mercy);
      signal.removeEventListener('abort', stop);
      own.close();
    }
  }

  private async judged(work: Promise<ReadingEnd>, signal: AbortSignal): Promise<Extract<ReadingEnd, { ok: true }>> {
    const end = await work.catch((err: unknown) => {
      // The thread itself ended: its memory limit, a crash of a driver, or our own patience.
      if (!signal.aborted) this.logger.error({ err }, 'a reading thread ended early');
      return undefined;
    });
    if (end?.ok === true) return end;
    if (signal.aborted) throw errorOfAborted(signal);
    if (end === undefined) throw new DiscoveryInterrupted();
    switch (end.fault) {
      case 'SCHEMA_NOT_FOUND':
        throw new SchemaNotFound();
      case 'ENGINE_UNAVAILABLE':
        throw new EngineUnavailable();
      case 'TIMEOUT':
        throw new DiscoveryTimeout();
      case 'STOPPED':
        throw new DiscoveryInterrupted();
      case 'UNKNOWN':
        this.logger.error({ stack: end.stack }, 'a data source could not be read');
        throw new DiscoveryInterrupted();
      default:
        throw new SourceFailed(end.fault);
    }
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Stores one finding after the other and answers each; by then the next is on its way. */
function answerFindings(port: MessagePort, intake: SchemaIntake | undefined, failed: (error: unknown) => void): void {
  let before: Promise<void> = Promise.resolve();
  port.on('message', (finding: Finding) => {
    before = before.then(async () => {
      const reply: Reply = intake === undefined ? { kind: 'go' } : await takeIn(intake, finding);
      port.postMessage(reply);
    });
    before.catch(failed);
  });
}

async function takeIn(intake: SchemaIntake, finding: Finding): Promise<Reply> {
  switch (finding.kind) {
    case 'found':
      return { kind: 'go', wanted: await intake.found(finding.schemas, finding.facts) };
    case 'relations':
      await intake.relations(finding.schema, finding);
      return { kind: 'go' };
    case 'estimates':
      await intake.estimates(finding.schema, finding.estimates);
      return { kind: 'go' };
    case 'read':
      await intake.read(finding.schema, finding.result);
      return { kind: 'go' };
  }
}
