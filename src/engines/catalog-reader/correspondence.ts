import type { MessagePort } from 'node:worker_threads';
import type { FoundSchema, ReadSchema, RowEstimates } from './reading.js';
import type { SourceFacts } from './source-facts.js';
import type { Finding, Ready, Reply } from './reading-protocol.js';

/** Batches on their way to the cache while the next is read: one is being stored, one waits. More would only fill the memory. */
const MOST_UNANSWERED = 2;

export class Stopped extends Error {}

/** The thread's end of the conversation with the service. */
export class Correspondence {
  private readonly stopped: Promise<never>;
  private readonly ending = new AbortController();
  private readonly unanswered: ((reply: Extract<Reply, { kind: 'go' }>) => void)[] = [];
  private readonly pending = new Set<Promise<unknown>>();

  constructor(private readonly port: MessagePort) {
    this.stopped = new Promise((_, reject) => {
      port.on('message', (reply: Reply) => {
        if (reply.kind === 'stop') reject(new Stopped());
        else this.unanswered.shift()?.(reply);
      });
      // The service is gone, or has given up on this task.
      port.on('close', () => reject(new Stopped()));
    });
    this.stopped.catch(() => this.ending.abort());
  }

  /** Aborted when the service needs nothing more of this task. */
  get stop(): AbortSignal {
    return this.ending.signal;
  }

  /** @param release receives what came too late, and closes it */
  async unlessStopped<T>(work: Promise<T>, release: (late: T) => void = () => undefined): Promise<T> {
    let isOver = false;
    work.then(
      (late) => isOver && release(late),
      () => undefined,
    );
    try {
      return await Promise.race([work, this.stopped]);
    } finally {
      isOver = true;
    }
  }

  /** Asked after what may take long. @returns when the service still wants the statement */
  async mayGoOn(): Promise<void> {
    await this.send({ kind: 'ready' });
  }

  async found(schemas: readonly FoundSchema[], facts: SourceFacts | null): Promise<readonly string[]> {
    return (await this.send({ kind: 'found', schemas, facts })).wanted ?? [];
  }

  async relations(schema: string, arrays: readonly string[], count: number): Promise<void> {
    while (this.pending.size >= MOST_UNANSWERED) await Promise.race(this.pending);
    const stored = this.send({ kind: 'relations', schema, arrays, count }).finally(() => this.pending.delete(stored));
    this.pending.add(stored);
  }

  async estimates(schema: string, estimates: RowEstimates): Promise<void> {
    await this.send({ kind: 'estimates', schema, estimates });
  }

  async read(schema: string, result: ReadSchema): Promise<void> {
    await this.send({ kind: 'read', schema, result });
  }

  async settled(): Promise<void> {
    await Promise.all(this.pending);
  }

  private send(finding: Finding | Ready): Promise<Extract<Reply, { kind: 'go' }>> {
    return new Promise((answered) => {
      this.unanswered.push(answered);
      this.port.postMessage(finding);
    });
  }
}
