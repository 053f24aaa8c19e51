import { Clock } from '../../shared/ports/clock.js';

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}
