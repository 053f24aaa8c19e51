import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { RequestSummary } from '../logging/access-log.js';

/** Prometheus metrics. Labels are route patterns and status codes, never names of people or organizations. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
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

  /** @returns what adds to it */
  counter(name: string, help: string): (more?: number) => void {
    const counter = new Counter({ name, help, registers: [this.registry] });
    return (more = 1) => counter.inc(more);
  }

  readonly measure = ({ method, route, status, durationMs }: RequestSummary): void => {
    this.requests.observe({ method, route, status }, durationMs / 1000);
  };
}
