import { FixedClock } from './fixed-clock.js';

/** For tests whose other side goes by the time of the machine: a provider, a command, a process. */
export class MachineClock extends FixedClock {
  override now(): Date {
    return new Date();
  }
}
