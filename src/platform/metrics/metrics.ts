import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { RequestSummary, RequestWatch } from '../logging/access-log.js';

/** Prometheus metrics. Labels are route patterns and status codes, never names of people or organizations. */
@Injectable()
export class Metrics implements RequestWatch {
  readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });
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

  /** @returns what adds to it */
  counter(name: string, help: string): (more?: number) => void {
    const counter = new Counter({ name, help, registers: [this.registry] });
    return (more = 1) => counter.inc(more);
  }

  readonly arrived = (): void => {
    this.underWay += 1;
  };

  readonly ended = ({ method, route, status, durationMs }: RequestSummary): void => {
    this.underWay -= 1;
    this.requests.observe({ method, route, status }, durationMs / 1000);
  };
}
