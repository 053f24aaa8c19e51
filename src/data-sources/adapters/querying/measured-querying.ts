import { Injectable } from '@nestjs/common';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { timed } from '../../../platform/metrics/timed.js';
import { type Asker, type JudgedQuery, Querying, type StatementLimits } from '../../application/ports/querying.js';
import type { Target } from '../../application/ports/targets.js';
import type { StatementOutcome } from '../../domain/statement-outcome.js';
import { ThreadedQuerying } from './threaded-querying.js';

/** Runs statements, and tells Prometheus how long each took and how it ended. */
@Injectable()
export class MeasuredQuerying extends Querying {
  private readonly observe: ReturnType<typeof Metrics.prototype.duration<'engine' | 'outcome'>>;

  constructor(
    private readonly querying: ThreadedQuerying,
    metrics: Metrics,
  ) {
    super();
    this.observe = metrics.duration(
      'headgate_query_duration_seconds',
      'Time that a statement took at a data source, its waiting for a free place included',
      ['engine', 'outcome'],
    );
  }

  run(
    target: Target,
    query: JudgedQuery,
    asker: Asker,
    limits: StatementLimits,
    signal: AbortSignal,
  ): Promise<StatementOutcome> {
    const work = (): Promise<StatementOutcome> => this.querying.run(target, query, asker, limits, signal);
    return timed(this.observe, { engine: target.engine }, work, ({ kind }) => (kind === 'rows' ? 'success' : kind));
  }
}
