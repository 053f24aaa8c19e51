import type { Clock } from '../../shared/ports/clock.js';

const MINUTE_MS = 60_000;
const REMEMBERED = 1_000;

/** For a fault that affects every request until somebody fixes it: the log mentions it and keeps room for others. */
export class OnceAMinute {
  /** When a fault was written last, and how often it came since. */
  private readonly written = new Map<string, { readonly at: number; untold: number }>();

  constructor(private readonly clock: Clock) {}

  /** @param write is told how often the fault has come since it was written last, this time included */
  note(fault: string, write: (times: number) => void): void {
    const at = this.clock.now().getTime();
    const last = this.written.get(fault);
    if (last !== undefined && Math.abs(at - last.at) < MINUTE_MS) {
      last.untold += 1;
      return;
    }
    this.written.delete(fault);
    this.written.set(fault, { at, untold: 0 });
    const [oldest] = this.written.keys();
    if (this.written.size > REMEMBERED && oldest !== undefined) this.written.delete(oldest);
    write((last?.untold ?? 0) + 1);
  }
}
