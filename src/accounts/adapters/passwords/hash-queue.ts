import { availableParallelism } from 'node:os';
import { Unavailable } from '../../../shared/domain-error.js';

/**
 * Bounds how much password hashing runs and waits. As many at once as there are cores, but never the whole libuv pool,
 * which name resolution and file access share; beyond the waiting line a caller is told to come back.
 */
export class HashQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce = Math.max(1, Math.min(availableParallelism(), threadPoolSize() - 1)),
    private readonly longestLine = 1_000,
  ) {}

  get depth(): number {
    return this.running + this.waiting.length;
  }

  /** @throws Unavailable when the line is full */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.atOnce) {
      if (this.waiting.length >= this.longestLine) throw new Unavailable();
      await new Promise<void>((turn) => this.waiting.push(turn));
    } else {
      this.running += 1;
    }
    try {
      return await work();
    } finally {
      // The place passes on directly: a newcomer must not overtake the line.
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }
}

function threadPoolSize(): number {
  const configured = Number(process.env['UV_THREADPOOL_SIZE']);
  return Number.isInteger(configured) && configured > 0 ? configured : 4;
}
