import { Injectable } from '@nestjs/common';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { timed } from '../../../platform/metrics/timed.js';
import { type Asker, type JudgedQuery, Querying, type Sending, type StatementLimits, type Turn } from '../../application/ports/querying.js';
import type { Target } from '../../../engines/catalog-reader/target.js';
import type { Engine } from '../../../engines/catalog-reader/engine.js';
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

  closeAt(target: Target): Promise<void> {
    return this.querying.closeAt(target);
  }

  isFree(asker: Asker): boolean {
    return this.querying.isFree(asker);
  }

  async inTurn<T>(asker: Asker, engine: Engine, signal: AbortSignal, work: (turn: Turn) => Promise<T>): Promise<T> {
    const began = performance.now();
    let hasBegun = false;
    const begin = (turn: Turn): Promise<T> => {
      hasBegun = true;
      return work(turn);
    };
    try {
      return await this.querying.inTurn(asker, engine, signal, begin);
    } catch (error) {
      if (hasBegun) throw error;
      // It had no turn, so `run` cannot count it.
      return timed(this.observedAfter(performance.now() - began), { engine }, async () => {
        throw error;
      });
    }
  }

  run(target: Target, query: JudgedQuery, turn: Turn, limits: StatementLimits, sending: Sending): Promise<StatementOutcome> {
    const work = (): Promise<StatementOutcome> => this.querying.run(target, query, turn, limits, sending);
    return timed(this.observedAfter(turn.waitedMs), { engine: target.engine }, work, ({ kind }) => (kind === 'rows' ? 'success' : kind));
  }

  private observedAfter(waitedMs: number): typeof this.observe {
    return (labels, seconds) => this.observe(labels, waitedMs / 1000 + seconds);
  }
}
