import { Unavailable } from './domain-error.js';

/**
 * A waiting party, or parties inside each other, the widest first (a /48, its /56, its /64). The widest take turns with
 * each other, those inside share the turns of the one around them, and every limit holds for each of them.
 */
export type Party = string | readonly string[];

/** `known`: an expected party, such as the holder of an account on their own device. */
export type Familiarity = 'known' | 'stranger';

/**
 * While both wait, one turn in this many goes to strangers, so that a crowd of known parties does not shut them out
 * either.
 */
const STRANGERS_TURN = 4;

/**
 * Bounds how much of some work runs and waits. Each party has its own line and the lines are served in turn, so that a
 * burst delays only the party that sends it; a party whose line is full is told to come back. Known parties go before
 * strangers, whose lines can neither fill up theirs nor take the places that are kept for them.
 */
export class FairQueue {
  /** How many were told to come back because a line was full. */
  rejected = 0;
  private running = 0;
  private strangersRunning = 0;
  private knownTurns = 0;
  private readonly lines: Readonly<Record<Familiarity, Line>> = { known: new Line(), stranger: new Line() };
  private readonly runningOf = new Map<string, number>();

  constructor(
    private readonly atOnce: number,
    private readonly longestLine = 1_000,
    private readonly longestWait = 4_000,
    /** Places that one party may take; the others stay free even while it waits. */
    private readonly atOnceOfOne = atOnce,
    private readonly keptForKnown = 0,
  ) {}

  get depth(): number {
    return this.running + this.waiting;
  }

  get waiting(): number {
    return this.lines.known.waiting + this.lines.stranger.waiting;
  }

  /** @throws Unavailable when the line is full; the reason of the signal when it ends the waiting */
  async run<T>(party: Party, work: () => Promise<T>, signal?: AbortSignal, familiarity: Familiarity = 'stranger'): Promise<T> {
    signal?.throwIfAborted();
    const path = keysOf(party, familiarity);
    if (this.hasPlaceFor(familiarity) && this.mayRun(path)) this.begin(path, familiarity);
    else await this.turnOf(path, familiarity, signal);
    try {
      return await work();
    } finally {
      this.end(path, familiarity);
      this.passOn();
    }
  }

  private turnOf(path: readonly string[], familiarity: Familiarity, signal: AbortSignal | undefined): Promise<void> {
    const line = this.lines[familiarity];
    if (line.waiting >= this.longestWait || line.longestOn(path) >= this.longestLine) {
      this.rejected += 1;
      throw new Unavailable();
    }
    return new Promise((resolve, reject) => {
      const turn = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        line.remove(path, turn);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', leave, { once: true });
      line.add(path, turn);
    });
  }

  /** The place passes on directly: a newcomer must not overtake those who wait. */
  private passOn(): void {
    const isStrangersTurn = this.knownTurns >= STRANGERS_TURN - 1;
    const order: readonly Familiarity[] = isStrangersTurn ? ['stranger', 'known'] : ['known', 'stranger'];
    for (const familiarity of order) {
      if (!this.hasPlaceFor(familiarity)) continue;
      const next = this.lines[familiarity].take((key) => this.mayRun([key]));
      if (next === null) continue;
      this.knownTurns = familiarity === 'known' && this.lines.stranger.waiting > 0 ? this.knownTurns + 1 : 0;
      this.begin(next.path, familiarity);
      next.turn();
      return;
    }
  }

  private hasPlaceFor(familiarity: Familiarity): boolean {
    if (this.running >= this.atOnce) return false;
    return familiarity === 'known' || this.strangersRunning < this.atOnce - this.keptForKnown;
  }

  private mayRun(path: readonly string[]): boolean {
    return path.every((key) => (this.runningOf.get(key) ?? 0) < this.atOnceOfOne);
  }

  private begin(path: readonly string[], familiarity: Familiarity): void {
    this.running += 1;
    if (familiarity === 'stranger') this.strangersRunning += 1;
    for (const key of path) this.runningOf.set(key, (this.runningOf.get(key) ?? 0) + 1);
  }

  private end(path: readonly string[], familiarity: Familiarity): void {
    this.running -= 1;
    if (familiarity === 'stranger') this.strangersRunning -= 1;
    for (const key of path) {
      const left = (this.runningOf.get(key) ?? 0) - 1;
      if (left > 0) this.runningOf.set(key, left);
      else this.runningOf.delete(key);
    }
  }
}

/** The line of a party: its own waiting work, and the lines of the parties inside, which take turns. */
class Line {
  waiting = 0;
  private readonly turns: (() => void)[] = [];
  private readonly inside = new Map<string, Line>();

  /** How many wait in the longest line along the way. */
  longestOn([key, ...rest]: readonly string[]): number {
    const line = key === undefined ? undefined : this.inside.get(key);
    return line === undefined ? 0 : Math.max(line.waiting, line.longestOn(rest));
  }

  add([key, ...rest]: readonly string[], turn: () => void): void {
    this.waiting += 1;
    if (key === undefined) {
      this.turns.push(turn);
      return;
    }
    const line = this.inside.get(key) ?? new Line();
    this.inside.set(key, line);
    line.add(rest, turn);
  }

  remove([key, ...rest]: readonly string[], turn: () => void): void {
    this.waiting -= 1;
    if (key === undefined) this.turns.splice(this.turns.indexOf(turn), 1);
    else this.inside.get(key)?.remove(rest, turn);
    if (key !== undefined && this.inside.get(key)?.waiting === 0) this.inside.delete(key);
  }

  /** @returns the next work to run, taken out of the line; `null` when none that waits may run */
  take(mayRun: (key: string) => boolean): { path: readonly string[]; turn: () => void } | null {
    const own = this.turns.shift();
    if (own !== undefined) {
      this.waiting -= 1;
      return { path: [], turn: own };
    }
    for (const [key, line] of this.inside) {
      const next = mayRun(key) ? line.take(mayRun) : null;
      if (next === null) continue;
      this.waiting -= 1;
      // A party that still waits goes to the end of the round.
      this.inside.delete(key);
      if (line.waiting > 0) this.inside.set(key, line);
      return { path: [key, ...next.path], turn: next.turn };
    }
    return null;
  }
}

/**
 * Keys that name each party with those around it, and known ones separately: a stranger's burst does not use up their
 * share.
 */
function keysOf(party: Party, familiarity: Familiarity): readonly string[] {
  const names = typeof party === 'string' ? [party] : party;
  return names.map((_, depth) => [familiarity, ...names.slice(0, depth + 1)].join(' > '));
}
