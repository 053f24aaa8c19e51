import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../shared/ports/clock.js';

/** Prometheus gives up after 10 seconds, and one slow metric would lose all the others. */
const PATIENCE_MS = 2_000;

/** Asks the database when Prometheus comes: once for all callers within some seconds, and never twice at the same time. */
export class Asked<T> {
  private kept: { readonly value: T; readonly at: number } | undefined;
  private asking: Promise<T | undefined> | undefined;

  constructor(
    private readonly ask: () => Promise<T>,
    private readonly clock: Clock,
    private readonly keptMs = 5_000,
  ) {}

  /** @returns `undefined` when it cannot be known in time: an old value would look like a good one */
  async value(): Promise<T | undefined> {
    const { kept } = this;
    if (kept !== undefined && Math.abs(this.now() - kept.at) < this.keptMs) return kept.value;
    this.asking ??= this.renew().finally(() => (this.asking = undefined));
    return Promise.race([this.asking, sleep(PATIENCE_MS, undefined, { ref: false })]);
  }

  private async renew(): Promise<T | undefined> {
    try {
      const value = await this.ask();
      this.kept = { value, at: this.now() };
      return value;
    } catch {
      // Readiness reports that the database does not answer.
      return undefined;
    }
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

/** 0 when there is nothing, or when another instance whose clock is ahead has written it. */
export function secondsSince(moment: Date | null, clock: Clock): number {
  return moment === null ? 0 : Math.max(0, (clock.now().getTime() - moment.getTime()) / 1000);
}
