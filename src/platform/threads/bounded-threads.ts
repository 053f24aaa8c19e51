import type { Piscina } from 'piscina';
import { FairQueue, type Party } from '../../shared/fair-queue.js';
import type { Logger } from '../logging/logger.js';
import { threadsOf } from './threads.js';

export interface ThreadLimits {
  readonly threads: number;
  /** The share of one party, so that its work cannot keep the others from their turn. */
  readonly threadsOfOne: number;
  readonly longestLine: number;
  readonly longestWait: number;
  readonly memoryMb: number;
  /**
   * The limit for one task. The first task of a thread also waits until the thread has started, so this is far more
   * than any task needs.
   */
  readonly timeoutMs: number;
}

/**
 * Work that a stranger can make long, off the thread that answers requests: in turn for each party, bounded in time and
 * memory.
 */
export class BoundedThreads<Task, End> {
  private readonly queue: FairQueue;
  private readonly threads: Piscina<Task, End>;

  /** @param entry of the threads, from `src` */
  constructor(
    private readonly entry: string,
    private readonly limits: ThreadLimits,
    private readonly logger: Logger,
  ) {
    const { threads, threadsOfOne, longestLine, longestWait, memoryMb } = limits;
    this.queue = new FairQueue(threads, longestLine, longestWait, threadsOfOne);
    this.threads = threadsOf(entry, { most: threads, memoryMb }, logger);
  }

  /**
   * @param signal ends the waiting, not the work
   * @returns `null` when it took more time or memory than allowed, or left its thread unfit for more: the thread was ended
   * @throws Unavailable when too many wait; the reason of the signal
   */
  run(party: Party, task: Task, signal?: AbortSignal): Promise<End | null> {
    const work = async (): Promise<End | null> => {
      try {
        return await this.threads.run(task, { signal: AbortSignal.timeout(this.limits.timeoutMs) });
      } catch (err) {
        if (!wasEnded(err)) throw err;
        this.logger.warn({ err, entry: this.entry }, 'a task ended its thread, or took more time or memory than it may');
        return null;
      }
    };
    return this.queue.run(party, work, signal);
  }

  destroy(): Promise<void> {
    return this.threads.destroy();
  }
}

function wasEnded(error: unknown): boolean {
  const { name, code, message } = error as { name?: unknown; code?: unknown; message?: unknown };
  return name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY' || /^worker exited/.test(String(message));
}
