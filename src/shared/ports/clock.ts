/** The only source of time for domain and use cases, so that expiry is tested by moving it. */
export abstract class Clock {
  abstract now(): Date;
}
