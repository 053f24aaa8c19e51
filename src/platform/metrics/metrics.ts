import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { RequestSummary, RequestWatch } from '../logging/access-log.js';

type Labels<Name extends string> = Readonly<Record<Name, string>>;

const BUCKETS_OF_REQUESTS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** For work of other systems: databases, models, mail servers. */
const BUCKETS_OF_OTHERS = [0.01, 0.05, 0.25, 1, 2.5, 5, 10, 30, 60, 300];

/**
 * Prometheus metrics, each with a row in docs/metrics.md. Labels are route patterns, status codes and names that are written in the
 * code; never ids or names of people or organizations, and never a text from outside.
 */
@Injectable()
export class Metrics implements RequestWatch {
  readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_OF_REQUESTS,
    registers: [this.registry],
  });
  private readonly countThrottled = this.labelledCounter(
    'headgate_throttled_requests_total',
    'Requests that were answered 429: too many attempts before, or an exhausted quota',
    ['route'],
  );
  private readonly countInternalErrors = this.counter(
    'headgate_internal_errors_total',
    'Requests that were answered 500, each of them a fault of this program',
  );
  private underWay = 0;

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    this.gauge('http_requests_under_way', 'Requests that have arrived and are not answered yet', () => this.underWay);
  }

  /** A value that is read when Prometheus asks. */
  gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }

  /** Facts that do not change while the service runs: a 1 with labels. */
  info<Name extends string>(name: string, help: string, labels: Labels<Name>): void {
    const labelNames = Object.keys(labels) as Name[];
    new Gauge<Name>({ name, help, labelNames, registers: [this.registry] }).set(labels, 1);
  }

  /** A value that another system is asked for when Prometheus asks; it is left out while it is unknown. */
  askedGauge(name: string, help: string, read: () => Promise<number | undefined>): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        const value = await read();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }

  /** A number that is counted elsewhere, and only grows. */
  countedElsewhere(name: string, help: string, read: () => number): void {
    new Counter({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }

  /** @returns a function that adds to it */
  counter(name: string, help: string): (more?: number) => void {
    const counter = new Counter({ name, help, registers: [this.registry] });
    return (more = 1) => counter.inc(more);
  }

  /**
   * @param expected shown as 0 from the start on, so that the first one counts as an increase
   * @returns a function that adds to it
   */
  labelledCounter<Name extends string>(
    name: string,
    help: string,
    labelNames: readonly Name[],
    expected: readonly Labels<Name>[] = [],
  ): (labels: Labels<Name>, more?: number) => void {
    const counter = new Counter<Name>({ name, help, labelNames, registers: [this.registry] });
    for (const labels of expected) counter.inc(labels, 0);
    return (labels, more = 1) => counter.inc(labels, more);
  }

  /** How long work of other systems took. @returns a function that adds to it */
  duration<Name extends string>(name: string, help: string, labelNames: readonly Name[]): (labels: Labels<Name>, seconds: number) => void {
    const buckets = BUCKETS_OF_OTHERS;
    const histogram = new Histogram<Name>({ name, help, labelNames, buckets, registers: [this.registry] });
    return (labels, seconds) => histogram.observe(labels, seconds);
  }

  readonly arrived = (): void => {
    this.underWay += 1;
  };

  readonly ended = ({ method, route, status, durationMs }: RequestSummary): void => {
    this.underWay -= 1;
    this.requests.observe({ method, route, status }, durationMs / 1000);
    if (status === 500) this.countInternalErrors();
    if (status === 429) this.countThrottled({ route });
  };
}
