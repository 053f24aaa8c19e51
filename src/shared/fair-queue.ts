import { Unavailable } from './domain-error.js';

/**
 * Bounds how much of some work runs and waits. Each party has a line of its own and the lines are served in turn, so that a
 * burst from one delays that one; a party whose line is full is told to come back.
 */
export class FairQueue {
  private running = 0;
  private waiting = 0;
  private readonly lines = new Map<string, (() => void)[]>();
  private readonly runningOf = new Map<string, number>();

  constructor(
    private readonly atOnce: number,
    private readonly longestLine = 1_000,
    private readonly longestWait = 4_000,
    /** Places that one party may take; the others stay free although it waits. */
    private readonly atOnceOfOne = atOnce,
  ) {}

  get depth(): number {
    return this.running + this.waiting;
  }

  /** @throws Unavailable when the line is full; the reason of the signal when it ends the waiting */
  async run<T>(party: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.running < this.atOnce && this.mayRun(party)) this.begin(party);
    else await this.turnOf(party, signal);
    try {
      return await work();
    } finally {
      this.end(party);
      this.passOn();
    }
  }

  private turnOf(party: string, signal: AbortSignal | undefined): Promise<void> {
    const line = this.lines.get(party) ?? [];
    if (line.length >= this.longestLine || this.waiting >= this.longestWait) throw new Unavailable();
    this.lines.set(party, line);
    this.waiting += 1;
    return new Promise((resolve, reject) => {
      const turn = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.leave(party, turn);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', leave, { once: true });
      line.push(turn);
    });
  }

  private leave(party: string, turn: () => void): void {
    const line = this.lines.get(party) ?? [];
    const left = line.filter((other) => other !== turn);
    this.waiting -= line.length - left.length;
    if (left.length > 0) this.lines.set(party, left);
    else this.lines.delete(party);
  }

  /** The place passes on directly: a newcomer must not overtake those who wait. */
  private passOn(): void {
    for (const [party, line] of this.lines) {
      if (!this.mayRun(party)) continue;
      const turn = line.shift();
      // A party that still waits goes to the end of the round.
      this.lines.delete(party);
      if (line.length > 0) this.lines.set(party, line);
      this.waiting -= 1;
      this.begin(party);
      turn?.();
      return;
    }
  }

  private mayRun(party: string): boolean {
    return (this.runningOf.get(party) ?? 0) < this.atOnceOfOne;
  }

  private begin(party: string): void {
    this.running += 1;
    this.runningOf.set(party, (this.runningOf.get(party) ?? 0) + 1);
  }

  private end(party: string): void {
    this.running -= 1;
    const left = (this.runningOf.get(party) ?? 0) - 1;
    if (left > 0) this.runningOf.set(party, left);
    else this.runningOf.delete(party);
  }
}
