import { Unavailable } from './domain-error.js';

/**
 * Bounds how much of some work runs and waits. Each party has a line of its own and the lines are served in turn, so that a
 * burst from one delays that one; a party whose line is full is told to come back.
 */
export class FairQueue {
  private running = 0;
  private waiting = 0;
  private readonly lines = new Map<string, (() => void)[]>();

  constructor(
    private readonly atOnce: number,
    private readonly longestLine = 1_000,
    private readonly longestWait = 4_000,
  ) {}

  get depth(): number {
    return this.running + this.waiting;
  }

  /** @throws Unavailable when the line is full */
  async run<T>(party: string, work: () => Promise<T>): Promise<T> {
    if (this.running < this.atOnce) this.running += 1;
    else await this.turnOf(party);
    try {
      return await work();
    } finally {
      this.passOn();
    }
  }

  private turnOf(party: string): Promise<void> {
    const line = this.lines.get(party) ?? [];
    if (line.length >= this.longestLine || this.waiting >= this.longestWait) throw new Unavailable();
    this.lines.set(party, line);
    this.waiting += 1;
    return new Promise((turn) => line.push(turn));
  }

  /** The place passes on directly: a newcomer must not overtake those who wait. */
  private passOn(): void {
    const next = this.lines.entries().next();
    if (next.done === true) {
      this.running -= 1;
      return;
    }
    const [party, line] = next.value;
    const turn = line.shift();
    // A party that still waits goes to the end of the round.
    this.lines.delete(party);
    if (line.length > 0) this.lines.set(party, line);
    this.waiting -= 1;
    turn?.();
  }
}
