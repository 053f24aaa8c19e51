import { Clock } from '../../src/shared/ports/clock.js';

/** Stands still until a test moves it. */
export class FixedClock extends Clock {
  constructor(private current = new Date('2026-11-20T09:00:00.000Z')) {
    super();
  }

  now(): Date {
    return new Date(this.current);
  }

  advance(time: { days?: number; hours?: number; minutes?: number; seconds?: number }): void {
    const { days = 0, hours = 0, minutes = 0, seconds = 0 } = time;
    this.current = new Date(this.current.getTime() + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
  }
}
