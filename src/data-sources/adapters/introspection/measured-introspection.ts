import { Injectable } from '@nestjs/common';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { timed } from '../../../platform/metrics/timed.js';
import { Introspection } from '../../application/ports/introspection.js';
import type { Probe, ReadingLimits, SchemaIntake } from '../../../engines/catalog-reader/reading.js';
import type { Target } from '../../../engines/catalog-reader/target.js';
import { ThreadedIntrospection } from './threaded-introspection.js';

/** Reads sources, and tells Prometheus how long each discovery took and how it ended. */
@Injectable()
export class MeasuredIntrospection extends Introspection {
  private readonly observe: ReturnType<typeof Metrics.prototype.duration<'engine' | 'outcome'>>;

  constructor(
    private readonly introspection: ThreadedIntrospection,
    metrics: Metrics,
  ) {
    super();
    this.observe = metrics.duration(
      'headgate_discovery_duration_seconds',
      'Time that a discovery took to read a data source, its waiting for a free thread included',
      ['engine', 'outcome'],
    );
  }

  probe(target: Target, party: string, timeoutMs: number): Promise<Probe> {
    return this.introspection.probe(target, party, timeoutMs);
  }

  read(target: Target, schemaName: string | null, party: string, intake: SchemaIntake, limits: ReadingLimits): Promise<void> {
    const work = (): Promise<void> => this.introspection.read(target, schemaName, party, intake, limits);
    return timed(this.observe, { engine: target.engine }, work);
  }
}
